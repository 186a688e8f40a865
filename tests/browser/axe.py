"""axe on a page that is there to its end."""

from axe_playwright_python.sync_playwright import Axe

SCHEMES = ("light", "dark")


def axe_on(page):
    """What axe finds; a page that is still on its way is waited for."""
    page.wait_for_load_state("load")
    return Axe().run(page)


def faults_by_day_and_night(page):
    """What axe finds in each colour scheme; a scheme is styles alone: the loaded page changes."""
    found = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        seen = axe_on(page)
        if seen.violations_count:
            found.append(f"{page.url}, {scheme}:\n{seen.generate_report()}")
    return found
