"""Paper chosen by looking at it: the previews follow the choices, and each sheet is one press away."""

from axe import axe_on
from club_evening import published_of, section_of
from pdf_pages import read_pages
from test_every_page import EXPECTED, keeper

LOADED = "image => image.complete && image.naturalWidth > 0"
SHAPE = "image => image.naturalWidth / image.naturalHeight"


def shown(page, selector):
    """The picture of a sheet, once it is there: its width by its height."""
    picture = page.locator(f"{selector} img[data-sheet]")
    picture.scroll_into_view_if_needed()
    page.wait_for_function(LOADED, arg=picture.element_handle())
    return picture.evaluate(SHAPE)


def file_of(page, form):
    """The pages of the sheet that a form asks for with what is chosen now."""
    address = page.locator(form).evaluate(
        "form => `${form.action}?${new URLSearchParams(new FormData(form))}`"
    )
    return read_pages(page.request.get(address).body())


def test_a_sheet_is_chosen_by_its_preview_and_a_certificate_by_its_design(open_page, width):
    section = section_of(12)
    published_of(section)
    page = open_page(f"/desk/sections/{section.pk}/paper/", width=width, expected=EXPECTED, user=keeper())
    wall = "#kind-wall-boards"
    assert shown(page, wall) > 1  # six boards are larger across
    page.locator(f"{wall} select[name=orientation]").select_option("portrait")
    page.wait_for_function(
        "image => image.complete && image.naturalHeight > image.naturalWidth",
        arg=page.locator(f"{wall} img").element_handle(),
    )
    (sheet,) = file_of(page, f"{wall} form")
    assert sheet.mediabox.height > sheet.mediabox.width
    with page.expect_navigation():
        page.select_option("#print-language", "nl")
    assert "Wit" in file_of(page, "#kind-wall-names form")[0].extract_text()
    assert shown(page, "#kind-slips") < 1
    assert axe_on(page).violations_count == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width

    page.get_by_role("link", name="Choose design").click()
    page.wait_for_url("**/certificates/")
    picture = page.locator(".certificates__view img")
    before = picture.get_attribute("src")
    page.get_by_label("Festive").check(force=True)
    page.get_by_label("Title or other line").fill("Champion of the city")
    page.wait_for_function(
        "image => image.src.includes('festive') && image.src.includes('Champion')",
        arg=picture.element_handle(),
    )
    shown(page, ".certificates")
    assert picture.get_attribute("src") != before
    page.select_option("#whom", "all")
    pages = file_of(page, "form.certificates")
    assert len(pages) == 12
    assert all("Champion of the city" in each.extract_text() for each in pages)
    assert axe_on(page).violations_count == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width


FURNITURE = (
    ".band, .foot, .desk__side, .way, .tabs, .subtabs, .section-go, .breadcrumbs, .no-print, "
    ".button, button:not([aria-pressed=true])"  # the pressed key of a game is its result
)
PRINTED = """furniture => [...document.querySelectorAll(furniture)]
  .filter((one) => one.checkVisibility() && one.getClientRects().length)
  .map((one) => `${one.className} ${one.textContent.trim().slice(0, 40)}`)"""


def test_a_page_of_the_desk_is_printed_without_menu_strip_and_buttons(open_page, site):
    row = published_of(section_of(12))
    page = open_page(f"/desk/rounds/{row.pk}/", expected=EXPECTED, user=keeper())
    section = row.section_id
    for address in (
        f"/desk/rounds/{row.pk}/",
        f"/desk/sections/{section}/standings/",
        f"/desk/sections/{section}/entries/",
        f"/desk/sections/{section}/prizes/handout/",
        f"/desk/events/{row.section.event_id}/close/",
    ):
        page.goto(f"{site.url}{address}")
        page.emulate_media(media="print")
        assert page.evaluate(PRINTED, FURNITURE) == [], address
        assert page.get_by_role("heading", level=1).is_visible()
    page.goto(f"{site.url}/desk/sections/{section}/standings/")
    page.emulate_media(media="print")
    assert page.locator(".section-head").inner_text().split("\n") == ["Spring", row.section.name]
