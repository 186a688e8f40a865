"""Disputes to open with one press: the demo's made-up games, one for each kind of finding."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.utils.text import slugify

from games.pdn import Comment, GameRecord, read_games

DISPUTES = Path(__file__).resolve().parent.parent.parent / "demo" / "disputes.pdn"
PREFIX = "Dispute: "


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A dispute of the players, and its record."""

    slug: str
    title: str
    question: str
    pdn: str

    def as_initial(self) -> dict[str, str]:
        """The check form filled in with it."""
        return {"pdn": self.pdn}


@cache
def examples() -> tuple[Example, ...]:
    """Return all disputes of the demo, in the order of its file."""
    with DISPUTES.open("rb") as file:
        return tuple(map(_example, read_games(file)))


def _example(record: GameRecord) -> Example:
    title = record.tag("Event").removeprefix(PREFIX)
    remarks = (element.words for element in record.body if isinstance(element, Comment))
    return Example(
        slug=slugify(title),
        title=title[:1].upper() + title[1:],
        question=" ".join(next(remarks, "").split()),
        pdn=record.source.strip() + "\n",
    )


def example_named(slug: str) -> Example | None:
    """The dispute with this name in the address."""
    return next((example for example in examples() if example.slug == slug), None)
