"""Personal data that the tournaments app stores."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from club.models import Person
from club.privacy.personal_data_sets import OnErasure, OnMerge, Row, register_actor_labels, register_data_set
from tournaments.models import (
    AvailabilityPoll,
    Captain,
    Case,
    CasePhoto,
    Entry,
    EntryContact,
    Fixture,
    GameResult,
    Official,
    Pairing,
    Round,
    Ruling,
    Section,
    StandingsSnapshot,
    TeamMember,
)
from tournaments.ratings.merge import move_players
from tournaments.site.services.redaction import redact_events, results_of_person, sections_of, still_plays

RESULTS_STAY = _("Results also concern the other players there, so they stay, under a neutral name.")


def _results(person: Person) -> Iterable[Row]:
    return [
        {
            "event": row.pairing.round.section.event.name,
            "section": row.pairing.round.section.name,
            "round": row.pairing.round.number,
            "pairing": str(row.pairing),
            "side": side,
            "outcome": row.outcome,
            "entered_at": row.entered_at,
        }
        for section in sections_of(person)
        for row, side in results_of_person(section, person)
    ]


def _standings(person: Person) -> Iterable[Row]:
    entries = Entry.objects.filter(person=person, number__isnull=False).values_list("section_id", "number")
    numbers: dict[int, int | None] = dict(entries)
    rows = StandingsSnapshot.objects.filter(section__in=numbers).select_related("section__event")
    return [
        {
            "event": one.section.event.name,
            "section": one.section.name,
            "after_round": one.round_number,
            "published_at": one.published_at,
            "name": row["name"],
            "rank": row["rank"],
        }
        for one in rows.order_by("pk")
        for row in one.rows
        if row["number"] == numbers[one.section_id]
    ]


def _cases_of(person: Person) -> Any:
    theirs = Q(entry__person=person) | Q(opponent__person=person) | Q(claimant__person=person)
    return Case.objects.filter(theirs).order_by("pk")


def _cases(person: Person) -> Iterable[Row]:
    columns = ("event__name", "number", "incident", "public_text", "witnesses", "opened_at", "closed_at")
    return list(_cases_of(person).values(*columns))


def _photos(person: Person) -> Iterable[Row]:
    rows = CasePhoto.objects.filter(case__in=_cases_of(person).values("pk"))
    return list(rows.order_by("pk").values("case__event__name", "case__number", "of", "added_at"))


def _photo_files(person: Person) -> Iterable[tuple[str, Iterable[bytes]]]:
    for photo in CasePhoto.objects.filter(case__in=_cases_of(person).values("pk")).order_by("pk"):
        if photo.file.storage.exists(photo.file.name or ""):
            with photo.file.open("rb") as content:
                yield f"photos/{photo.pk}.jpg", [content.read()]


def _records_of(person: Person) -> Iterable[tuple[str, Iterable[bytes]]]:
    for section in sections_of(person):
        for row, _side in results_of_person(section, person):
            if row.game is not None:
                yield f"games/{row.game.pk}.pdn", [row.game.pdn.encode()]


def _unlinked_entries(person: Person) -> Iterable[Row]:
    if person.organisation_id is None or person.erased_at is not None:
        return []
    rows = Entry.objects.filter(person=None, name__iexact=person.name)
    rows = rows.filter(section__event__organisation=person.organisation_id)
    return list(rows.order_by("pk").values("section__event__name", "section__name", "name"))


def _audited_rows(person: Person) -> dict[str, list[int]]:
    """Return all records of the sections that the person played in or led a team in, including games."""
    led = Entry.objects.filter(captains__person=person).values_list("section_id", flat=True)
    sections = sorted({*sections_of(person), *led})
    own = {"tournaments.section": sections}
    rows = Section.objects.filter(pk__in=sections)
    own["tournaments.event"] = list(rows.order_by().values_list("event_id", flat=True).distinct())
    for model, path in (
        (Entry, "section"),
        (TeamMember, "entry__section"),
        (Round, "section"),
        (Pairing, "round__section"),
        (Case, "section"),
        (Ruling, "case__section"),
        (Captain, "entry__section"),
        (Fixture, "pairing__round__section"),
        (AvailabilityPoll, "entry__section"),
    ):
        found = model._base_manager.filter(**{f"{path}__in": sections})  # noqa: SLF001 - documented
        own[model._meta.label_lower] = list(found.values_list("pk", flat=True))  # noqa: SLF001
    played = GameResult.every.filter(pairing__round__section__in=sections, game__isnull=False)
    own["games.game"] = list(played.values_list("game_id", flat=True))
    return own


register_data_set(
    "tournaments.entries",
    "tournaments.Entry.person",
    label=_("entries in events"),
    fate=OnErasure.PSEUDONYMIZE,
    on_merge=move_players,
    why=RESULTS_STAY,
    tells=(
        *("section__event__name", "section__name", "name", "number", "rating", "title", "federation"),
        *("club_name", "birth_year", "federation_id", "state", "created_at"),
    ),
    erase=redact_events,
    blocks=still_plays,
    mentions=_audited_rows,
    spelled=lambda person: Entry.objects.filter(person=person).values_list("name", flat=True),
)
register_data_set(
    "tournaments.results",
    label=_("game results"),
    fate=OnErasure.PSEUDONYMIZE,
    why=RESULTS_STAY,
    rows=_results,
    files=_records_of,
)
register_data_set(
    "tournaments.standings",
    label=_("places in published standings"),
    fate=OnErasure.PSEUDONYMIZE,
    why=RESULTS_STAY,
    rows=_standings,
)
register_data_set(
    "tournaments.cases",
    label=_("cases with the arbiter"),
    fate=OnErasure.PSEUDONYMIZE,
    why=_("Rulings stay on record for the event, under a neutral name, also in their texts."),
    rows=_cases,
)
register_data_set(
    "tournaments.photos",
    label=_("photos of score sheets in cases"),
    fate=OnErasure.RETAIN,
    why=_(
        "A photo is evidence for a ruling: it is stored as long as the "
        "case, and only the arbiters can see it."
    ),
    rows=_photos,
    files=_photo_files,
)
register_data_set(
    "tournaments.unlinked",
    label=_("entries with this name that are not linked to a person"),
    fate=OnErasure.RETAIN,
    why=_("It is not known whether this is the same person. If it is, change the name there."),
    rows=_unlinked_entries,
)
register_data_set(
    "tournaments.contacts",
    "tournaments.EntryContact.entry__person",
    label=_("contact details in entries"),
    fate=OnErasure.DELETE,
    tells=("entry__section__event__name", "email", "message", "language", "reason", "consented_at"),
    reached=lambda person: EntryContact.objects.filter(entry__person=person).values_list("email", flat=True),
)
register_data_set(
    "tournaments.phones",
    "tournaments.PlayerPhone.entry__person",
    label=_("phones that show the player's evening"),
    fate=OnErasure.DELETE,
    tells=("entry__section__event__name", "proof", "bound_at", "removed_at"),
)
register_data_set(
    "tournaments.push_subscriptions",
    "tournaments.PushSubscription.phone__entry__person",
    label=_("notifications to phones"),
    fate=OnErasure.DELETE,
    tells=("phone__entry__section__event__name", "language", "made_at"),
)
register_data_set(
    "tournaments.team_members",
    "tournaments.TeamMember.person",
    label=_("team memberships"),
    fate=OnErasure.PSEUDONYMIZE,
    on_merge=move_players,
    why=RESULTS_STAY,
    tells=(
        *("entry__section__event__name", "entry__name", "board_order", "name", "rating"),
        *("plays_from", "plays_until", "email", "wants_mail"),
    ),
    empties=("email",),
    spelled=lambda person: TeamMember.objects.filter(person=person).values_list("name", flat=True),
    reached=lambda person: TeamMember.objects.filter(person=person).values_list("email", flat=True),
)
register_data_set(
    "tournaments.captains",
    "tournaments.Captain.person",
    label=_("teams captained"),
    fate=OnErasure.PSEUDONYMIZE,
    on_merge=OnMerge.MOVE,
    why=_("The captaincy stays on record, under a neutral name."),
    tells=("entry__section__event__name", "entry__name", "role", "name", "email", "made_at", "removed_at"),
    names=("name",),
    empties=("email",),
    spelled=lambda person: Captain.objects.filter(person=person).values_list("name", flat=True),
    reached=lambda person: Captain.objects.filter(person=person).values_list("email", flat=True),
)
register_data_set(
    "tournaments.availability",
    "tournaments.Availability.member__person",
    label=_("answers to captains"),
    fate=OnErasure.DELETE,
    tells=("poll__fixture__pairing__round__number", "member__entry__name", "answer", "answered_at"),
)
register_data_set(
    "tournaments.officials",
    "tournaments.Official.person",
    label=_("offices at events"),
    fate=OnErasure.PSEUDONYMIZE,
    on_merge=OnMerge.MOVE,
    why=_("The office stays on record, under a neutral name."),
    tells=("event__name", "role", "name"),
    names=("name",),
    spelled=lambda person: Official.objects.filter(person=person).values_list("name", flat=True),
)
register_actor_labels(
    *("tournaments.AcceptedDoubt.accepted_by", "tournaments.ResultDispute.first_by"),
    *("tournaments.ResultDispute.second_by", "tournaments.ResultDispute.settled_by"),
    *("tournaments.RatingPeriod.counted_by", "tournaments.Case.reported_by", "tournaments.Case.taken_by"),
    *("tournaments.CasePhoto.added_by", "tournaments.Decision.decided_by", "tournaments.Ruling.ruled_by"),
    *("tournaments.OpponentChoice.recorded_by", "tournaments.GameResult.entered_by"),
    *(
        "tournaments.ClosingMark.marked_by",
        "tournaments.EquipmentCheck.checked_by",
        "tournaments.Fixture.agreed_by",
        "tournaments.LadderStep.done_by",
    ),
    *("tournaments.GameResult.checked_by", "tournaments.Appeal.filed_by", "tournaments.Appeal.decided_by"),
    "tournaments.LiveAlert.handled_by",
)
