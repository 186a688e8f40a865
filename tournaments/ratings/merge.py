"""Merge of two persons who played: entries, team members, and the ratings that follow from them."""

from club.duplicates.merge_steps import Merge
from tournaments.models import (
    Entry,
    EntryState,
    PeriodKind,
    RatedPlayer,
    RatedSection,
    RatingChange,
    RatingList,
    TeamMember,
)
from tournaments.ratings.errors import PlayedInOneSection, RatingsOutOfDate
from tournaments.ratings.selectors.rated_games import Part
from tournaments.ratings.selectors.rating_history import differences, history_of, part_of
from tournaments.ratings.services.rating_reports import recompute


def move_players(merge: Merge) -> None:
    """Move entries and recompute their rating lists: ratings always follow from results.

    Refuse if both play in one section. Refuse if a list is out of date already: the merge would then change
    the ratings of other players as well.

    """
    _require_never_both(merge)
    lists = _lists_of(merge)
    for row in lists:
        history = history_of(row)
        if differences(row, history) or _prints(row) != history.prints:
            raise RatingsOutOfDate(list=row.name)
    _drop_refused(merge)
    merge.move("tournaments.entry.person")
    merge.move("tournaments.teammember.person")
    for row in lists:
        _recompute_lists(merge, row)


def _require_never_both(merge: Merge) -> None:
    there = _sections_of(merge.kept.pk)
    for section, name in _sections_of(merge.merged.pk).items():
        if section in there:
            raise PlayedInOneSection(name=merge.kept.name, section=name)


def _sections_of(person_id: int) -> dict[int, str]:
    """Return the sections in which the person plays, alone or in a team."""
    entries = Entry.objects.filter(person_id=person_id).exclude(state=EntryState.REFUSED)
    members = TeamMember.objects.filter(person_id=person_id)
    return dict(entries.values_list("section_id", "section__name")) | dict(
        members.values_list("entry__section_id", "entry__section__name")
    )


def _drop_refused(merge: Merge) -> None:
    """Unlink a refused entry in a section in which the other person plays."""
    for one, other in ((merge.kept, merge.merged), (merge.merged, merge.kept)):
        there = Entry.objects.filter(person=other).values("section")
        rows = Entry.objects.filter(person=one, state=EntryState.REFUSED, section__in=there)
        for entry in rows.order_by("pk"):
            merge.change(entry, person=None)


def _lists_of(merge: Merge) -> list[RatingList]:
    """Lock and return the lists that count a result of the merged person, in a fixed order."""
    sections = _sections_of(merge.merged.pk)
    counted = set(RatedSection.objects.filter(section__in=sections).values_list("rating_list_id", flat=True))
    counted |= set(merge.rows("tournaments.ratedplayer.person").values_list("rating_list_id", flat=True))
    changes = merge.rows("tournaments.ratingchange.person")
    counted |= set(changes.values_list("period__rating_list_id", flat=True))
    rows = RatingList.objects.select_for_update(of=("self",), no_key=True).filter(pk__in=counted)
    return list(rows.order_by("pk"))


def _prints(row: RatingList) -> dict[Part, str]:
    return {part_of(one): one.results_print for one in RatedSection.objects.filter(rating_list=row)}


def _recompute_lists(merge: Merge, row: RatingList) -> None:
    """Move corrections, then recompute the whole list from the entries as they are now linked."""
    players = RatedPlayer.objects.filter(rating_list=row)
    changes = RatingChange.objects.filter(period__rating_list=row)
    sections = RatedSection.objects.filter(rating_list=row)
    with merge.watching(players), merge.watching(changes), merge.watching(sections):
        by_hand = changes.filter(person=merge.merged, period__kind=PeriodKind.CORRECTION)
        by_hand.update(person=merge.kept)
        recompute(row)
