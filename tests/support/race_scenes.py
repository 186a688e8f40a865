"""Pairs of actions on the same rows, built inside the site that they race on.

A scene is a state of its own and two actions that are possible there, or were a moment ago. Actions are
requests: method, address, and the values of a form or a JSON body. `scenes` runs in a process of the site.
"""

from datetime import timedelta
from typing import NamedTuple

from django.test import Client
from django.urls import reverse
from event_rows import club_of, play, section_of, somebody

from club.accounts.services.roles import grant_role
from club.accounts.services.tokens import make_token
from club.core.access import Scope
from club.core.actor import SYSTEM, Actor
from club.core.capabilities import Capability
from club.models import AuditEntry, Role
from games.laws.in_play import EnteredMove
from tournaments.appeals.services.appeals import file_appeal
from tournaments.cases.services.case_locks import About
from tournaments.cases.services.cases import open_case
from tournaments.cases.services.rulings import RulingDecision, rule_on_case
from tournaments.live_boards.services.boards import open_live_boards, set_broadcast
from tournaments.live_boards.services.finishing import finish_board
from tournaments.live_boards.services.moves import MovesEntry, enter_moves
from tournaments.models import Outcome
from tournaments.results.services.results import record_result
from tournaments.rounds.services.rounds import close_round, propose_round, publish_round

PAGE, API = "page", "api"
DESKS = 2
ABILITIES = (
    *(Capability.SEE_DESK, Capability.RUN_EVENTS, Capability.RECORD_RESULTS, Capability.CORRECT_RESULTS),
    *(Capability.RULE_ON_CASES, Capability.UNDO, Capability.SEE_AUDIT),
)


def desks():
    """Session cookie and token of each of two people who may do everything at the desk."""
    made = []
    for at in range(DESKS):
        actor = somebody("owner", name=f"desk{at}")
        grant_role(user=actor.user, role=Role.ARBITER, scope=Scope(club_of().pk), actor=SYSTEM)
        client = Client()
        client.force_login(actor.user)
        lasting = {"name": "race", "lasts": timedelta(days=1)}
        made_token = make_token(**lasting, abilities=ABILITIES, actor=Actor.of_user(actor.user))
        cookies = {name: one.value for name, one in client.cookies.items()}
        made.append({"cookies": cookies, "token": made_token.token})
    return made


def request(by, method, path, body):
    return {"by": by, "method": method, "path": path, "body": body}


def api(method, name, *arguments, **body):
    """Return a request to the API."""
    return {
        "by": API,
        "method": method,
        "path": f"{reverse(f'tournaments-api:{name}', args=arguments)}",
        "body": body,
    }


def page(name, *arguments, **form):
    """Return the post of a form."""
    return {
        "by": PAGE,
        "method": "POST",
        "path": reverse(f"tournaments:{name}", args=arguments),
        "body": form,
    }


class Stage:
    """One event in a state, and every action on its rows."""

    def __init__(self, state):
        self.section = section_of(players=6)
        self.event = self.section.event
        self.director, self.arbiter = somebody("director"), somebody("arbiter")
        self.row = self.pairing = self.case = self.appeal = self.board = None
        self.first, self.second, *_others, self.last = self.section.entries.order_by("pk")
        for step in STATES[state]:
            step(self)

    def propose(self):
        self.row = propose_round(section_id=self.section.pk, actor=self.director)
        self.pairing = self.row.pairings.order_by("board_number").first()

    def publish(self):
        self.row = publish_round(round_id=self.row.pk, version=self.row.version, actor=self.director)

    def enter(self):
        record_result(pairing_id=self.pairing.pk, game=1, outcome=Outcome.WHITE, actor=self.director)

    def play(self):
        play(self.row, actor=self.director)

    def close(self):
        self.row = close_round(round_id=self.row.pk, actor=self.director)

    def open_case(self):
        about = About(self.pairing.pk, 1, self.pairing.white_id)
        self.case = open_case(
            event_id=self.event.pk, about=about, incident="must_capture", actor=self.arbiter
        )

    def rule(self):
        decided = RulingDecision(consequence="caution", reason="seen")
        rule_on_case(case_id=self.case.pk, decided=decided, actor=self.arbiter)

    def appeal_it(self):
        self.appeal = file_appeal(
            case_id=self.case.pk, appellant_id=self.pairing.white_id, actor=self.arbiter
        )

    def follow(self):
        set_broadcast(event_id=self.event.pk, actor=self.director)
        self.board = next(
            one
            for one in open_live_boards(round_id=self.row.pk, actor=self.director)
            if one.pairing_id == self.pairing.pk
        )
        moves = [EnteredMove(text) for text in ("11-15", "23-19", "8-11")]
        enter_moves(board_id=self.board.pk, entry=MovesEntry(moves=moves), actor=self.director)

    def finish(self):
        finish_board(board_id=self.board.pk, outcome=Outcome.DRAW, actor=self.director)

    def request(self, action, by):
        """Return the request of an action by a page or the API, whichever it has."""
        ways = ACTIONS[action](self)
        return ways.get(by) or next(iter(ways.values()))

    def last_entry(self, action):
        return AuditEntry.objects.filter(action=action).order_by("pk").last()


S = Stage
DRAFT = (S.propose,)
PUBLISHED = (*DRAFT, S.publish)
CASE = (*PUBLISHED, S.open_case)
LIVE = (*PUBLISHED, S.follow)
STATES = {
    "open": (),
    "draft": DRAFT,
    "published": PUBLISHED,
    "entered": (*PUBLISHED, S.enter),
    "played": (*PUBLISHED, S.play),
    "closed": (*PUBLISHED, S.play, S.close),
    "case": CASE,
    "ruled": (*CASE, S.rule),
    "appealed": (*CASE, S.rule, S.appeal_it),
    "live": LIVE,
    "finished": (*LIVE, S.finish),
}


def either(**ways):
    return ways


def act(name):
    """Return an action on a round that takes nothing but a version."""
    return lambda at: either(
        page=page("desk_round_act", at.row.pk, name, version=at.row.version, reason="again"),
        api=api("POST", f"round-{name}", at.row.pk, version=at.row.version, reason="again"),
    )


def board_act(name, **body):
    method = "PUT" if name == "lock" else "POST"
    return lambda at: either(
        page=page("desk_board_act", at.pairing.pk, name, version=at.row.version),
        api=api(method, f"pairing-{name}", at.pairing.pk, version=at.row.version, **body),
    )


def enter(outcome, **more):
    return lambda at: either(
        page=page("desk_result", at.pairing.pk, 1, outcome=outcome, **more),
        api=api("PUT", "result", at.pairing.pk, 1, outcome=outcome, **more),
    )


def on_case(method, name, **body):
    return lambda at: either(api=api(method, name, at.case.pk, **body))


def on_board(method, name, **body):
    return lambda at: either(api=api(method, name, at.board.pk, **body))


def undo(action):
    def ways(at):
        entry, body = [at.last_entry(action).pk], {"reason": "again"}
        return either(
            page=request(PAGE, "POST", reverse("club:audit_undo", args=entry), body),
            api=request(API, "POST", reverse("club-api:audit-undo", args=entry), body),
        )

    return ways


RULED = {"consequence": "caution", "reason": "seen"}
ACTIONS = {
    "propose": lambda at: either(
        page=page("desk_propose", at.section.pk), api=api("POST", "rounds", at.section.pk)
    ),
    **{name: act(name) for name in ("publish", "unpublish", "close", "reopen")},
    "delete": lambda at: either(
        page=page("desk_round_act", at.row.pk, "delete"), api=api("DELETE", "round", at.row.pk)
    ),
    "swap": lambda at: either(
        page=page("desk_swap", at.row.pk, player=[at.first.pk, at.second.pk], version=at.row.version),
        api=api(
            "POST", "round-swap", at.row.pk, first=at.first.pk, second=at.second.pk, version=at.row.version
        ),
    ),
    "turn": board_act("turn"),
    "lock": board_act("lock", is_locked=True),
    "apart": board_act("apart"),
    "white": enter("white", was="pending"),
    "black": enter("black", was="pending"),
    "correct": enter("draw", was="white", reason="misread"),
    "forfeit": lambda at: either(api=api("POST", "entry-withdraw", at.pairing.white_id, board="forfeit")),
    "undo publishing": undo("tournaments.round.published"),
    "undo result": undo("tournaments.result.recorded"),
    "add": lambda at: either(api=api("POST", "entries", at.section.pk, entries=[{"name": "Newcomer"}])),
    "withdraw": lambda at: either(
        page=page("desk_entry_act", at.last.pk, "withdraw"), api=api("POST", "entry-withdraw", at.last.pk)
    ),
    "readmit": lambda at: either(api=api("POST", "entry-readmit", at.last.pk)),
    "check in": lambda at: either(
        page=page("desk_tap", at.last.pk, has_arrived="1"),
        api=api("PUT", "arrival", at.last.pk, has_arrived=True),
    ),
    "change": lambda at: either(api=api("PATCH", "entry", at.last.pk, rating=1234)),
    "bye": lambda at: either(api=api("PUT", "entry-bye", at.last.pk, 1, kind="half")),
    "remove": lambda at: either(
        page=page("desk_entry_act", at.last.pk, "remove"), api=api("DELETE", "entry", at.last.pk)
    ),
    "file": lambda at: either(
        api=api(
            *("POST", "cases", at.event.pk),
            incident="must_capture",
            key="one",
            pairing=at.pairing.pk,
            game=1,
        )
    ),
    "tell": on_case("PATCH", "case", public_text="seen"),
    "take": on_case("PUT", "case-taken"),
    "drop": on_case("PUT", "case-dropped", reason="nothing"),
    "reopen case": on_case("DELETE", "case-dropped"),
    "rule": on_case("POST", "case-rulings", **RULED),
    "supersede": on_case("POST", "case-rulings", **RULED, supersedes=True),
    "lose": on_case("POST", "case-rulings", consequence="game_lost", reason="seen"),
    "appeal": lambda at: either(api=api("POST", "case-appeal", at.case.pk, appellant=at.pairing.white_id)),
    "withdraw appeal": lambda at: either(api=api("DELETE", "appeal", at.appeal.pk)),
    "deposit": lambda at: either(api=api("PUT", "appeal-deposit", at.appeal.pk, taken=True, returned=True)),
    "decide": lambda at: either(api=api("PUT", "appeal-decision", at.appeal.pk)),
    "move": on_board("POST", "live-moves", moves=[{"text": "22-17"}]),
    "take back": on_board("POST", "live-moves", moves=[], keep=1),
    "clocks": on_board("PUT", "live-clocks", white=60, black=60),
    "finish": on_board("POST", "live-finish", outcome="draw"),
    "stop": on_board("DELETE", "live-board"),
    "follow": lambda at: either(api=api("POST", "round-boards", at.row.pk)),
}
"""Actions by name: the way of the page and that of the API."""

GROUPS = {
    "rounds": {
        "draft": ("propose", "publish", "delete", "swap", "turn", "lock", "apart", "unpublish"),
        "published": ("unpublish", "delete", "publish", "undo publishing", "white"),
        "played": ("close", "correct", "unpublish", "reopen"),
        "closed": ("reopen", "close", "correct", "propose"),
    },
    "results": {
        "published": ("white", "black", "forfeit", "unpublish"),
        "entered": ("correct", "undo result", "black", "close"),
    },
    "entries": {
        "open": ("remove", "withdraw", "check in", "change", "bye", "add", "propose", "readmit"),
        "draft": ("remove", "withdraw", "propose", "publish", "delete"),
    },
    "cases": {
        "published": ("file", "unpublish", "white"),
        "case": ("rule", "lose", "drop", "take", "tell", "white", "unpublish", "reopen case"),
        "ruled": ("supersede", "appeal", "white", "drop"),
        "appealed": ("withdraw appeal", "deposit", "decide", "supersede", "appeal"),
    },
    "live": {
        "live": ("move", "take back", "finish", "stop", "clocks", "white", "follow", "unpublish"),
        "finished": ("move", "take back", "stop", "correct"),
    },
}
"""Actions that are possible in a state, or were a moment ago, by what they lock together."""


DELETING = {"draft": "delete", "open": "remove", "live": "stop"}
"""The action that deletes a row, by the state in which it can."""
BOUT = ("publish", "unpublish", "delete", "propose")


class Pair(NamedTuple):
    """Two actions in a state."""

    state: str
    first: str
    second: str

    @property
    def is_told(self):
        """True for a race whose second action finds the row deleted, or settled in another way."""
        return DELETING.get(self.state) == self.first or self in SETTLED_TWICE


SETTLED_TWICE = frozenset(
    {
        Pair("draft", "publish", "delete"),
        Pair("played", "close", "correct"),
        Pair("published", "white", "black"),
        Pair("entered", "undo result", "correct"),
        Pair("case", "rule", "lose"),
        Pair("ruled", "appeal", "supersede"),
        Pair("live", "finish", "white"),
    }
)


def pairs():
    """Every ordered pair of actions by state; one of each action with itself."""
    return [
        Pair(state, first, second)
        for states in GROUPS.values()
        for state, names in states.items()
        for first in names
        for second in names
    ]


def scenes(wanted):
    """Build these pairs, each in an event of its own: a page races the API, and each its own kind."""
    made = []
    for at, (state, first, second) in enumerate(wanted):
        stage = Stage(state)
        ways = ((PAGE, API), (API, PAGE), (PAGE, PAGE), (API, API))[at % 4]
        made.append([stage.request(name, by) for name, by in zip((first, second), ways, strict=True)])
    return made


def bouts(number):
    """Build events without a round: the requests of each, with 0 in place of the round."""
    made = []
    for _at in range(number):
        section = section_of(players=6)
        made.append(
            {
                "rounds": api("GET", "rounds", section.pk),
                PAGE: {
                    **{name: page("desk_round_act", 0, name) for name in BOUT},
                    "propose": page("desk_propose", section.pk),
                },
                API: {
                    **{name: api("POST", f"round-{name}", 0) for name in ("publish", "unpublish")},
                    "delete": api("DELETE", "round", 0),
                    "propose": api("POST", "rounds", section.pk),
                },
                "look": [
                    {**page("desk_section", section.pk), "method": "GET"},
                    {**page("desk_standings", section.pk), "method": "GET"},
                    {**page("pairings", section.event.slug, section.slug, 1), "method": "GET"},
                ],
            }
        )
    return made
