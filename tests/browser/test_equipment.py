"""A clock lent and returned on a phone: its label scanned, two taps to lend, one to take back."""

import pytest
from axe import axe_on
from playwright.sync_api import expect

from club.core.actor import SYSTEM
from club.equipment.services.equipment import add_equipment
from club.models import EquipmentItem, Organisation, Person, User

EXPECTED = ["status of 404", "status of 406"]  # streams are given by the hub, which is not running here
NARROW = 390


@pytest.fixture
def clock(site):
    club = Organisation.objects.create(slug="north", name="North")
    Person.objects.create(name="Ann Smith", organisation=club)
    facts = {"kind": "clock", "name": "DGT 2010", "serial": "A1", "place": "cupboard"}
    return add_equipment(organisation_id=club.pk, actor=SYSTEM, **facts)


def test_a_clock_is_lent_and_comes_back_on_a_phone(open_page, site, clock, tmp_path):
    boss = User.objects.create_superuser("boss@north.example", "x")
    address = f"/desk/club/equipment/{clock.pk}/"  # where the code of the label leads
    page = open_page(address, width=NARROW, expected=EXPECTED, user=boss)
    page.get_by_role("button", name="Ann Smith").click()  # 1
    expect(page.get_by_text("DGT 2010 A1 is on loan: Ann Smith.")).to_be_visible()
    assert EquipmentItem.objects.get().lent == 1
    page.screenshot(path=str(tmp_path / "lent.png"), full_page=True)
    found = axe_on(page)
    assert found.violations_count == 0, found.generate_report()
    page.get_by_role("button", name="Returned in good condition").click()  # 2
    expect(page.get_by_text("Return recorded.")).to_be_visible()
    assert EquipmentItem.objects.get().lent == 0
    for address in (f"/desk/club/equipment/{clock.pk}/", "/desk/club/equipment/?club=north"):
        page.goto(site.url + address)
        page.screenshot(path=str(tmp_path / f"{len(address)}.png"), full_page=True)
        found = axe_on(page)
        assert found.violations_count == 0, found.generate_report()
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW
