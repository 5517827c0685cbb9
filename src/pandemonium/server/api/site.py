"""The built site, and what other people's boxes bring for it: files, with the headers that keep them fast and safe."""

from __future__ import annotations

import gzip
import mimetypes
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Final, NamedTuple

from pandemonium.server.api.brought import brought
from pandemonium.server.asgi import Scope, Send
from pandemonium.server.people.language import preferred, words_of

SOURCE: Final = "source.tar.gz"
"""In a release: the sdist that it was built from; in a clone, what was committed last."""
_TEXT: Final = ("text/", "application/json", "application/manifest+json", "image/svg+xml", "text/javascript")
TYPES: Final = {
    ".js": "text/javascript",
    ".md": "text/markdown",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".gz": "application/gzip",
}


class Places(NamedTuple):
    """What the page must be told of where it is: it is built for any house."""

    base: str
    source: str

    def written_into(self, html: bytes) -> bytes:
        source = b'name="source" content="'
        html = html.replace(b'="./', f'="{self.base}/'.encode())
        return html.replace(source + b'"', source + escape(self.source).encode() + b'"')


class File(NamedTuple):
    type: str
    body: bytes
    zipped: bytes | None
    etag: str


class Site:
    """A small server of static files; unknown paths without an ending are pages, and get index.html."""

    def __init__(self, folder: Path, base: str = "", source: str = "") -> None:
        """`base`: the path below which the house is found. `source`: where its source can be had."""
        self.folder = folder.resolve()
        if not source and (self.folder / SOURCE).is_file():
            source = f"{base}/{SOURCE}"
        self._places = Places(base, source)

    async def __call__(self, scope: Scope, send: Send) -> None:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        if scope["method"] not in ("GET", "HEAD"):
            await _send(send, 405, {"allow": "GET, HEAD"}, b"", scope)
            return
        path = scope["path"]
        file = self._file(path)
        is_asset = "." in path.rsplit("/", 1)[-1]
        if file is None and not is_asset:
            file, path = self._file("/index.html"), "/index.html"
        if file is None:
            words = words_of(preferred(headers.get(b"accept-language")), None)
            text = words("no.not-found" if is_asset else "serve.no-page")
            plain = {"content-type": "text/plain; charset=utf-8", "cache-control": "no-store"}
            await _send(send, 404 if is_asset else 503, plain, text.encode(), scope)
            return
        kept = "public, max-age=31536000, immutable" if path.startswith("/assets/") else "no-cache"
        told = {"content-type": file.type, "etag": file.etag, "cache-control": kept, "vary": "accept-encoding"}
        if headers.get(b"if-none-match") == file.etag:
            await _send(send, 304, told, b"", scope)
            return
        body = file.body
        if file.zipped is not None and "gzip" in headers.get(b"accept-encoding", ""):
            told["content-encoding"] = "gzip"
            body = file.zipped
        await _send(send, 200, told, body, scope)

    def _file(self, path: str) -> File | None:
        try:
            folder, name = brought(path) or (self.folder, path.lstrip("/"))
            place = (folder / name.replace("\0", "")).resolve()
            if not place.is_relative_to(folder) or not place.is_file():
                return None
            found = place.stat()
        except (OSError, ValueError):  # No file has such a name: it is too long, or no text.
            return None
        return _read(place, self._places, found.st_mtime_ns, found.st_size)


@lru_cache(maxsize=256)
def _read(place: Path, places: Places, _changed: int, _size: int) -> File:
    body = place.read_bytes()
    if place.suffix == ".html":
        body = places.written_into(body)
    type = TYPES.get(place.suffix) or mimetypes.guess_type(place.name)[0] or "application/octet-stream"
    is_text = type.startswith(_TEXT)
    zipped = gzip.compress(body, 9, mtime=0) if is_text and len(body) > 500 else None
    charset = "; charset=utf-8" if is_text else ""
    return File(type + charset, body, zipped, f'"{sha256(body).hexdigest()[:20]}"')


async def _send(send: Send, status: int, headers: Mapping[str, str], body: bytes, scope: Scope) -> None:
    told = {**headers, "content-length": str(len(body))} if status != 304 else dict(headers)
    raw = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in told.items()]
    await send({"type": "http.response.start", "status": status, "headers": raw})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})
