"""An event of 300 players: every page of it stays small and quick, and its players are entered at once."""

import time

import pytest
from club_evening import director, played_of, published_of, section_of
from django.urls import reverse
from worlds import world

from club.core.actor import SYSTEM
from club.live.published import PAGE_CACHE

pytestmark = pytest.mark.django_db
PLAYERS = 300
LARGEST = 200_000  # bytes of HTML


@world
def large():
    section = section_of(PLAYERS, preset="weekend")
    played_of(section)
    return section, director(), published_of(section)


def addresses(section, row):
    public = [section.event.slug, section.slug]
    desk = "desk_entries desk_check_in desk_standings desk_settings desk_inbox desk_files desk_share desk_season"
    found = {name: reverse(f"tournaments:{name}", args=[section.pk]) for name in desk.split()}
    found |= {name: reverse(f"tournaments:{name}", args=public) for name in ("players", "standings", "crosstable", "progress", "prizes")}
    found["event"] = reverse("tournaments:event", args=public[:1])
    found["pairings"] = reverse("tournaments:pairings", args=[*public, row.number])
    found["player"] = reverse("tournaments:player", args=[*public, 1])
    found["desk_event"] = reverse("tournaments:desk_event", args=[section.event_id])
    found["hall_section"] = reverse("tournaments:hall_section", args=[section.pk])
    found["desk_round"] = reverse("tournaments:desk_round", args=[row.pk])
    found["desk_cards"] = reverse("tournaments:desk_cards", args=[section.pk])
    found["desk_apart"] = reverse("tournaments:desk_apart", args=[section.pk])
    found["desk_entry_ratings"] = reverse("tournaments:desk_entry_ratings", args=[section.pk])
    found["desk_handout"] = reverse("tournaments:desk_handout", args=[section.pk])
    for what in ("classes", "schedule", "fees", "prizes"):
        found[f"setup {what}"] = reverse("tournaments:desk_setup", args=[section.pk, what])
    return found



@pytest.mark.parametrize("preset", ["weekend", "acf"])
def test_measure(client, preset):
    from club.models import Person
    from history import build_round, build_section, home_club
    from tournaments.models import Outcome, RoundState
    from tournaments.entries.entry_lists import EntryLine
    from tournaments.entries.services.entries import add_entries
    club = home_club()
    Person.objects.bulk_create(Person(organisation=club, name=f"Known {n}") for n in range(290))
    section = section_of(10, preset=preset)
    lines = [EntryLine(f"Willem {'van der ' if n % 3 else ''}Achternaam-{n}", 1000 + n, "Damclub Eerste Zet", "NED") for n in range(1, 291)]
    begun = time.process_time()
    add_entries(section_id=section.pk, lines=lines, actor=SYSTEM)
    print(f"\n{preset} entering {time.process_time() - begun:.2f} s")
    user = director()
    client.force_login(user)
    def walk(row, title):
        print(title)
        import cProfile, pstats
        for name in ("desk_round", "hall_section"):
            pr = cProfile.Profile()
            text = client.get(addresses(section, row)[name]).content.decode()
            at = text.find("board-row", len(text)//2); print(text[at-40:at+1500])
            pr.enable(); client.get(addresses(section, row)[name]); pr.disable()
            print(name); pstats.Stats(pr).sort_stats("cumulative").print_stats("tournaments", 25)
        for name, address in addresses(section, row).items():
            best = 9
            for _ in range(2):
                begun = time.process_time()
                answer = client.get(address)
                best = min(best, time.process_time() - begun)
            flag = "*" * (len(answer.content) > 200000) + "!" * (best > .3)
            print(f"{name:20} {answer.status_code} {len(answer.content):9,} {best*1000:7.0f} ms {flag}")
    outcomes = (Outcome.WHITE, Outcome.DRAW, Outcome.BLACK)
    for _ in range(section.rounds - 1):
        build_round(section, lambda place, number: outcomes[(place + number) % 3])
    from club_evening import draft_of
    row = draft_of(section)
    walk(row, "DRAFT of the last round")
    row.delete()
    row = published_of(section)
    walk(row, "PUBLISHED last round")
