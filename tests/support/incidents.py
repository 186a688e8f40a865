"""Something happens at a board, and somebody deals with it."""

from event_rows import board_of, published_round, section_of, somebody
from ruled_cases import file_and_rule

from games.laws.incidents import OTHER
from games.models import Game
from tournaments.cases.selectors.case_proposals import proposed_for
from tournaments.cases.services.case_locks import About
from tournaments.cases.services.rulings import RulingDecision
from tournaments.models import Case
from tournaments.records.services.game_records import link_record


class Hall:
    """A round under way with an arbiter, a deputy and a director in the hall."""

    def __init__(self, **facts):
        self.section = section_of(**facts)
        self.event = self.section.event
        self.row = published_round(self.section)
        self.arbiter, self.deputy = somebody("arbiter"), somebody("deputy_arbiter")
        self.director = somebody("director")

    def by_law_book_alone(self):
        """An event as before there were event regulations."""
        self.event.regulations = {}
        self.event.save(update_fields=["regulations"])
        return self

    def at(self, name, game=1):
        """What is about a player and the game of their board."""
        pairing = board_of(self.row, name)
        return About(pairing.pk, game, self.section.entries.get(name=name).pk)

    def rule(self, name, incident, consequence, *, actor=None, key="", game=1, **decided):
        """The way of the phone: an incident and a ruling at once."""
        return file_and_rule(
            event_id=self.event.pk,
            about=self.at(name, game),
            incident=incident,
            decided=RulingDecision(consequence=consequence, **decided),
            actor=actor or self.arbiter,
            key=key,
        )

    def black(self):
        """Who has Black at the first board."""
        return self.row.pairings.order_by("board_number").first().black.name

    def proposed(self, case):
        """What the law book asks for in a case."""
        return proposed_for(case)

    def link(self, name, game, text):
        """Put a record beside a game; it, as the archive has it."""
        place = {"pairing_id": self.at(name).pairing_id, "game": game}
        return Game.objects.get(pk=link_record(**place, text=text, actor=self.arbiter).game_id)

    def result(self, name, game=1):
        """How the game of a player stands."""
        return board_of(self.row, name).games.get(number=game)


def words_for(code):
    """What has to be told of an incident of no kind; nothing of the others."""
    return {"public_text": "a dog in the hall"} if code == OTHER else {}


def case_of(ruling):
    return Case.objects.get(pk=ruling.case_id)
