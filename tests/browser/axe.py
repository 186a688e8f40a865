"""axe on a page that is there to its end."""

from axe_playwright_python.sync_playwright import Axe


def axe_on(page):
    """What axe finds; a page that is still on its way is waited for."""
    page.wait_for_load_state("load")
    return Axe().run(page)
