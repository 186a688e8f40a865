"""The hour is shown with its zone, on every page and paper: through the filters, and nothing beside them."""

import re
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from django.template import Context, Template
from django.test import RequestFactory
from django.utils import timezone, translation

from club.core.moments import moment_text, zone_label
from club.site.middleware import ViewerZone

ROOT = Path(__file__).resolve().parents[3]
TEMPLATES = sorted(
    str(path.relative_to(ROOT / "templates"))
    for path in (ROOT / "templates").rglob("*")
    if path.suffix in {".html", ".txt"}
)
BYPASSES = re.compile(
    r"""\|\s*time\b | \|\s*date:["'][^"']*(?:TIME_FORMAT|[gGhHiPs](?![a-zA-Z]*_FORMAT))[^"']*["'] |
    {%\s*now\s+["'][^"']*[gGhHiPs] | \.(?:hour|minute)\s*[}|]""",
    re.VERBOSE,
)
FOR_MACHINES = re.compile(r"""\|\s*date:["'](?:c|U|Y-m-d|[A-Z_]*DATE_FORMAT|YEAR_MONTH_FORMAT)["']""")
AT = datetime(2026, 7, 1, 17, 30, tzinfo=UTC)


def bypasses(text):
    """What a template shows of a clock without a zone."""
    return BYPASSES.findall(FOR_MACHINES.sub("", text))


def test_no_template_shows_an_hour_without_its_zone():
    found = {name: bypasses((ROOT / "templates" / name).read_text()) for name in TEMPLATES}
    assert {name: lines for name, lines in found.items() if lines} == {}
    through = [
        name
        for name in TEMPLATES
        if re.search(r"\|(short_)?moment|\|hour", (ROOT / "templates" / name).read_text())
    ]
    assert len(through) >= 45


@pytest.mark.parametrize(
    "text",
    [
        '{{ at|date:"DATETIME_FORMAT" }}',
        '{{ at|date:"SHORT_DATETIME_FORMAT" }}',
        '{{ at|date:"H:i" }}',
        "{{ at|date:'j F, H.i' }}",
        "{{ at|time }}",
        '{{ at|time:"TIME_FORMAT" }}',
        '{% now "H:i" %}',
        "{{ at.hour }}",
    ],
)
def test_a_template_that_does_is_found(text):
    assert bypasses(text)


@pytest.mark.parametrize(
    "text", ['{{ at|date:"DATE_FORMAT" }}', "{{ at|date:'c' }}", '{{ on|date:"l j F" }}']
)
def test_days_and_machines_need_none(text):
    assert not bypasses(text)


def test_no_code_writes_an_hour_beside_the_one_function():
    """Papers, mails and messages too."""
    writing = {
        str(path.relative_to(ROOT))
        for app in ("club", "games", "tournaments")
        for path in (ROOT / app).rglob("*.py")
        if re.search(r"""["'](?:SHORT_)?(?:DATE)?TIME_FORMAT["']|\btime_format\(""", path.read_text())
        and "formats" not in path.parts
    }
    # A club's date repeats by a clock on a wall, with its zone beside it; the trail has such clocks too.
    assert writing == {
        "club/core/moments.py",
        "club/calendar/pages/recurrence_text.py",
        "club/audit/messages.py",
    }


@pytest.mark.parametrize(
    ("zone", "label", "hour"),
    [
        ("Europe/Amsterdam", "CEST", "19:30"),
        ("Asia/Tokyo", "JST", "02:30"),
        ("America/Sao_Paulo", "UTC-3", "14:30"),
        ("Asia/Kathmandu", "UTC+5:45", "23:15"),
        ("UTC", "UTC", "17:30"),
        ("", "UTC", "17:30"),
        ("Mars/Base", "UTC", "17:30"),
    ],
)
def test_a_moment_by_the_clock_of_a_place(zone, label, hour):
    place = type("Place", (), {"time_zone": zone})
    with translation.override("nl"):
        for given in (zone, place):
            assert moment_text(AT, place=given).endswith(f"{hour} {label}")
    with timezone.override(ZoneInfo(zone if zone and "Mars" not in zone else "UTC")):
        assert Template("{% load moments %}{{ at|moment }}").render(Context({"at": AT})).endswith(label)


def test_summer_and_winter_have_their_own_names():
    there = ZoneInfo("Europe/Amsterdam")
    assert [zone_label(datetime(2026, month, 1, tzinfo=there)) for month in (1, 7)] == ["CET", "CEST"]


def test_no_moment_is_nothing():
    text = "{% load moments %}{{ at|moment }}{{ at|short_moment|default:'never' }}{{ nothing|hour }}"
    assert Template(text).render(Context({"at": None})) == "never"


@pytest.mark.parametrize(
    ("cookies", "expected"),
    [
        ({"zone": "Asia/Tokyo", "session": "x"}, "Asia/Tokyo"),
        ({"zone": "Asia/Tokyo"}, "UTC"),
        ({"zone": "../../etc/passwd", "session": "x"}, "UTC"),
        ({"zone": "Mars/Base", "session": "x"}, "UTC"),
    ],
    ids=["a session", "a visitor: the page is for all of them", "a path", "a zone nobody knows"],
)
def test_whoever_is_signed_in_sees_the_clock_of_the_device(settings, cookies, expected):
    names = {"zone": settings.ZONE_COOKIE_NAME, "session": settings.SESSION_COOKIE_NAME}
    request = RequestFactory().get("/")
    request.COOKIES = {names[name]: value for name, value in cookies.items()}
    seen = []
    ViewerZone(lambda _request: seen.append(timezone.get_current_timezone_name()))(request)
    assert seen == [expected]
    assert timezone.get_current_timezone_name() == "UTC"
