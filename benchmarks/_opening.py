"""Where a house is opened, and when it is open."""

from __future__ import annotations

import time
import urllib.request
from socket import create_server


def free_port() -> int:
    with create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


def wait_until_open(port: int) -> None:
    """Raises RuntimeError if it never is."""
    for _ in range(500):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/health").read()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError("the house did not open")
