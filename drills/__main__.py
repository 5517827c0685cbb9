"""`./pandemonium drill NAME`: what this folder puts the house through, by name."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

HERE = Path(__file__).parent
NAMES = sorted(found.stem for found in HERE.glob("*.py") if not found.stem.startswith("_"))

if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in NAMES:
        print(f"./pandemonium drill {' | '.join(NAMES)}", file=sys.stderr)
        sys.exit(2)
    sys.argv = sys.argv[1:]
    sys.path.insert(0, str(HERE.parent))  # They use each other, and what tests use, wherever they are called from.
    runpy.run_path(str(HERE / f"{sys.argv[0]}.py"), run_name="__main__")
