"""Paint icon.svg as the PNGs that telephones want for their home screens. Run by hand when the sign changes."""

# ruff: noqa: INP001  (a script, not a package)

from __future__ import annotations

import os
import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

PUBLIC = Path(__file__).parents[1] / "public"


def main() -> None:
    """192 and 512 pixels; and one without round corners, for systems that cut their own."""
    sign = (PUBLIC / "icon.svg").read_text()
    with sync_playwright() as player:
        path = os.environ.get("PANDEMONIUM_CHROMIUM") or shutil.which("chromium")
        browser = player.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        for name, size, drawn in (
            ("icon-192", 192, sign),
            ("icon-512", 512, sign),
            ("icon-maskable", 512, sign.replace('rx="96"', "").replace("scale(6.2)", "translate(8 9) scale(5)")),
        ):
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>body{{margin:0}}svg{{display:block;width:{size}px}}</style>{drawn}")
            page.screenshot(path=PUBLIC / f"{name}.png", omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
