"""Walk an address: who asks it what, and what is checked of each answer.

What is expected is read from the tables alone (MATRIX, PASS_MATRIX), never from the code that answers.
"""

from dataclasses import dataclass, field
from zlib import crc32

from access_registry import ANYTHING, NOBODY, SITE, STAFF, is_owned, lacks_a_scope, rule_of
from access_world import ACCOUNTS, ACTORS, CLERK, PASSES, ROLES, STRANGER, SUPERUSER, TELLING_WORD, VISITOR
from access_world import STAFF as STAFF_ACTORS
from browser import EVERYTHING, ask
from page_checks import content_faults, english_faults, header_faults, language_faults, outline_faults
from query_budgets import budget_of

from club.core.capabilities import MATRIX, PASS_MATRIX
from club.core.declared_access import ANY_ACCOUNT, PUBLIC
from club.models import Role

METHODS = ("GET", "POST", "DELETE")
OTHERS = frozenset({"PUT", "PATCH"})
"""Methods that are asked where a refusal of another one names them."""
OK, BAD_REQUEST, UNAUTHORISED, FORBIDDEN = 200, 400, 401, 403
NOT_FOUND, NO_SUCH_METHOD, BROKEN = 404, 405, 500
SIGN_IN = ("/accounts/login/", "/admin/login/")
ALWAYS = (CLERK, VISITOR)
OF_NO_CLUB = frozenset({VISITOR, STRANGER})
OF_ANY_CLUB = frozenset({PUBLIC, ANY_ACCOUNT, STAFF, NOBODY, ANYTHING})
"""Rules by which it does not matter whose club it is."""

ADMIN = "/admin/"
OPEN = ("/events", "/e/", "/players/", "/embed/", "/games", "/laws", "/static", "/media", ADMIN)
"""Addresses that are public whoever asks, or open to whoever runs the whole site."""
BEGINNING = TELLING_WORD[:5]  # a page may show the question again, which is not the word
WORDS = ("q", "words", "name", "search", "person", "query", "text", "actor")
CHOICES = ("club", "personal", "state")
ASKED_FOR = "&".join(f"{name}={BEGINNING}" for name in WORDS)
QUESTIONS = (f"?{ASKED_FOR}", f"?club=south&personal=1&state=any&{ASKED_FOR}")
WITH_NUL = "?" + "&".join(f"{name}={BEGINNING[:2]}%00{BEGINNING[2:]}" for name in WORDS)

LANGUAGES = {VISITOR: "en", CLERK: "ru", SUPERUSER: "ru"}
IN_TURN = ("nl", "fr", "pt", "en", "ru")
ENGLISH_ALONE = frozenset({"api-schema", "api-docs"})  # for each language the schema takes a second to make
FRAMED = frozenset(
    {
        "games:embed",
        "games:embed_game",
        "games:embed_theme",
        "tournaments:embed",
        "tournaments:embed_theme",
        "tournaments:live_board_embed",
        "tournaments:live_board_embed_theme",
        "tournaments:live_embed",
        "tournaments:live_embed_theme",
    }
)
"""Pages that may stand in a frame of another site's page."""
PICTURES = frozenset({"games:picture_png", "games:picture_svg", "games:position_png", "games:position_svg"})
"""Addresses of pictures that pages of other sites may show."""
NOT_OURS = frozenset({"api-docs"})
"""Pages of other packages with an outline of their own, besides the admin."""
SHEETS = {"tournaments:section_sheet": 2}
"""Pages that print several sheets, by how many they are here."""
IDS_USED_TWICE = {
    "club:equipment_item": {"id_count"},
    "tournaments:desk_squad": {"id_email", "id_name"},
    "tournaments:desk_squad_act": {"id_email", "id_name"},
    **{
        f"tournaments:{name}": {"id_version", "id_incident"}
        for name in ("desk_case", "desk_case_rule", "desk_case_photos")
    },
    "tournaments:appeal_decide": {"id_words"},
}
"""Ids that two forms of a page have. None may be added: give the second form a prefix."""
NOT_LOADED = frozenset({"tournaments-api:demo-remove", "tournaments:desk_demo_remove"})
"""Addresses that are about the demo club, which the world of this walk does not have."""
LEFT_IN_ENGLISH = {"mfa_add_webauthn": {"Name"}}
"""Texts of other packages that are not translated everywhere, besides those of the admin."""


@dataclass(frozen=True)
class Question:
    """One request: who asks, by which method, in the own club or in the foreign one."""

    actor: str
    method: str
    is_own: bool

    @property
    def is_strict(self):
        """Whether "nothing there" is no refusal. Nothing is foreign to somebody of no club."""
        return self.is_own or self.actor in OF_NO_CLUB


@dataclass
class Walk:
    """One address as it was walked."""

    address: object
    planned: set = field(default_factory=set)
    asked: set = field(default_factory=set)
    methods: set = field(default_factory=set)
    no_such_methods: set = field(default_factory=set)
    searched: set = field(default_factory=set)
    faults: list = field(default_factory=list)

    @property
    def left_out(self):
        """What was planned and not asked, though the address has the method."""
        return {one for one in self.planned - self.asked if one.method not in self.no_such_methods}


def expected(rule, actor, *, is_own):  # noqa: PLR0911 - a table in words
    """Whether the tables let this actor in; None: they make no claim."""
    if rule == ANYTHING or (rule == SITE and actor == SUPERUSER):
        return None
    if rule in {NOBODY, SITE}:
        return False
    if rule == STAFF:
        return actor in STAFF_ACTORS
    if rule == PUBLIC:
        return True
    if rule == ANY_ACCOUNT:
        return actor in ACCOUNTS
    if actor == SUPERUSER:
        return True
    if actor in PASSES:
        return is_own and rule.capability in PASS_MATRIX[PASSES[actor]]
    role = Role.OWNER if actor == CLERK else ROLES.get(actor)
    return is_own and role in MATRIX[rule.capability]


def is_let_in(address, question):
    """Whether the tables let this question in; None: they make no claim."""
    rule = rule_of(address, question.method)
    wanted = expected(rule, question.actor, is_own=question.is_own)
    if address.name.startswith("admin:") and rule not in {STAFF, SITE, NOBODY, ANYTHING}:
        return wanted and question.actor in STAFF_ACTORS
    return wanted


def in_turn(address):
    """Return the actor who comes besides those who always come: everybody comes to some address."""
    others = [actor for actor in ACTORS if actor not in ALWAYS]
    return others[crc32(address.route.encode()) % len(others)]


def plan(address, methods=METHODS):
    """Return the questions that an address is asked in every run, method by method.

    An owner asks in the own club and, where the rule names a club, in the foreign one too. A visitor is of no
    club, so one place is enough. Another actor in turn asks in one of both. The superuser looks at the pages
    that the owner is not shown.
    """
    asked, owned, turn = [], is_owned(address), crc32(address.route.encode()[::-1])
    for number, method in enumerate(methods):
        is_by_club = owned and rule_of(address, method) not in OF_ANY_CLUB
        asked += [Question(CLERK, method, is_own) for is_own in ((True, False) if is_by_club else (True,))]
        asked.append(Question(VISITOR, method, is_own=not owned))
        asked.append(Question(in_turn(address), method, is_own=not owned or (turn + number) % 2 == 0))
        if method == "GET" and not is_let_in(address, Question(CLERK, method, is_own=True)):
            asked.append(Question(SUPERUSER, method, is_own=True))
    return list(dict.fromkeys(asked))


def whole_plan(address, methods=METHODS):
    """Return every question that an address can be asked."""
    return [
        Question(actor, method, is_own)
        for method in methods
        for actor in ACTORS
        for is_own in ((True, False) if is_owned(address) else (True,))
    ]


def walk(address, world, planned=plan):
    """Ask an address what is planned, and check every answer."""
    walked = Walk(address)
    try:
        if rule_of(address, "GET") is None:
            said = "declares no capability: decorate it with needs or public"
        elif lacks_a_scope(address):
            said = "names something of a club: its needs lack a scope"
        else:
            said = ""
            Walker(world, walked, planned).walk()
    except KeyError as missing:
        said = f"no sample for the argument {missing}: add it to access_registry.py"
    if said:
        walked.faults.append(f"{address.route} ({address.name}) {said}")
    return walked


class Walker:
    """Asks one address."""

    def __init__(self, world, walked, planned):
        self.world, self.walked, self.planned = world, walked, planned
        self.address = walked.address
        self.paths = {True: self.address.path(world.own), False: self.address.path(world.foreign)}
        self.allowed = set()

    def walk(self):
        """Ask by the usual methods, then by others that a refusal of one of them names."""
        self._ask_all(METHODS)
        self._ask_all(sorted(self.allowed & OTHERS))
        if not self.walked.methods:
            self.walked.faults.append(f"{self.address.route} answers none of {METHODS}")
        if self.planned is plan:
            self._ask_for_options()
            self._ask_for_no_row()

    def _ask_all(self, methods):
        """Ask, method by method. Where somebody is answered 405 nobody else need ask."""
        for question in self.planned(self.address, methods):
            self.walked.planned.add(question)
            if question.method not in self.walked.no_such_methods:
                self._ask(question)

    def _ask(self, question):
        path = self.paths[question.is_own]
        asked = self._send(question, path)
        self.walked.asked.add(question)
        if asked.status == NO_SUCH_METHOD:
            self._no_such_method(question, asked)
        else:
            self.walked.methods.add(question.method)
            self._note(question, path, asked, self._access_faults(asked, question))
        self._check(question, path, asked)
        if question.method == "GET" and asked.status == OK:
            self._check_budget(question, path, asked)
            self._search(question, path, asked)

    def _no_such_method(self, question, asked):
        """Leave out the methods that the refusal does not name; the long run asks them all the same."""
        self.walked.no_such_methods.add(question.method)
        self.allowed.update(asked.headers.get("Allow", "").split(", "))
        if self.planned is plan:
            self.walked.no_such_methods.update(set(METHODS) - self.allowed)

    def _ask_for_options(self):
        """Ask which methods there are; only the headers matter."""
        question = Question(VISITOR, "OPTIONS", is_own=True)
        asked = self._send(question, self.paths[True])
        said = header_faults(asked.headers)
        self._note(question, self.paths[True], asked, said if asked.status != BROKEN else ["broken", *said])

    def _ask_for_no_row(self):
        """Ask for a number that no column holds."""
        if not self.address.numbers:
            return
        question = Question(CLERK, min(self.walked.methods, default="GET"), is_own=True)
        path = self.address.path_of_no_row(self.world.own)
        asked = self._send(question, path)
        if not BAD_REQUEST <= asked.status < BROKEN:
            self._note(question, path, asked, ["a number that no row has is answered"])

    def _send(self, question, path):
        actor, method = question.actor, question.method
        known = (
            None if actor == CLERK and method == "GET" and question.is_own else self.world.users.get(actor)
        )
        browser, language = self.world.client(actor), self._language(actor)
        return ask(browser, method, path, language=language, user=known)

    def _language(self, actor):
        if self.address.name in ENGLISH_ALONE:
            return "en"
        turn = IN_TURN[crc32(self.address.route.encode()) % len(IN_TURN)]
        return LANGUAGES.get(actor, turn)

    def _note(self, question, path, asked, said):
        whose = "own" if question.is_own else "foreign"
        self.walked.faults += [
            f"{question.method} {path} ({whose}) by {question.actor}: {one}, answered {asked.status}"
            for one in said
        ]

    def _access_faults(self, asked, question):
        """Return what is wrong with who was let in."""
        wanted, rule = is_let_in(self.address, question), rule_of(self.address, question.method)
        if asked.status == BROKEN:
            return ["broken"]
        if wanted is None:
            return []
        refused = is_refusal(asked, self.address, is_strict=question.is_strict, rule=rule)
        if wanted and refused:
            return ["kept out against the matrix"]
        shows_nothing = asked.status == NOT_FOUND and rule == ANY_ACCOUNT
        if not wanted and not refused and not shows_nothing:
            return ["let in against the matrix"]
        is_loaded = self.address.name not in NOT_LOADED
        nothing_there = asked.status == NOT_FOUND and rule not in {PUBLIC, ANY_ACCOUNT, STAFF} and is_loaded
        return ["nothing there"] if wanted and nothing_there else []

    def _check(self, question, path, asked):
        """Check headers, page and language of an answer, and that nobody of the other club is in it."""
        name, is_shown, language = self.address.name, asked.status == OK, self._language(question.actor)
        said = header_faults(asked.headers, in_frames=name in FRAMED and is_shown)
        if name in PICTURES and is_shown:
            said = [one for one in said if one != "Cross-Origin-Resource-Policy is 'cross-origin'"]
        if asked.is_html:
            said += content_faults(asked.text)
        if asked.is_whole_page and name not in NOT_OURS:
            said += language_faults(asked.headers, asked.text, language=language)
            if not (path.startswith(ADMIN) and is_shown):
                twice = frozenset(IDS_USED_TWICE.get(name, ()))
                headings = SHEETS.get(name, 1) if is_shown else 1
                said += english_faults(asked.text, language=language, known=LEFT_IN_ENGLISH.get(name, ()))
                said += outline_faults(asked.text, language=language, known_twice=twice, headings=headings)
        if self._meets_the_other_club(question, path, asked):
            said.append("shows somebody of the other club")
        self._note(question, path, asked, said)

    def _meets_the_other_club(self, question, path, asked):
        is_private = question.actor != SUPERUSER and not path.startswith(OPEN)
        return is_private and TELLING_WORD.encode() in asked.body.lower()

    def _check_budget(self, question, path, asked):
        """Check how many queries a page takes. Those that a process asks once are not counted."""
        budget = budget_of(self.address.name, is_visitor=question.actor == VISITOR)
        if len(asked.statements) > budget:
            asked = self._send(question, path)
        if len(asked.statements) > budget:
            told = "\n".join(sql[:160] for sql in asked.statements)
            self._note(question, path, asked, [f"{len(asked.statements)} queries of {budget}\n{told}\n"])

    def _search(self, question, path, asked):
        """Search a page that reads its parameters for people of the other club, and for NUL."""
        takes = asked.parameters_read.intersection((*WORDS, *CHOICES, EVERYTHING))
        if not takes or path.startswith(OPEN) or not asked.is_text:
            return
        chooses = question.is_own and not takes.isdisjoint((*CHOICES, EVERYTHING))
        for more in QUESTIONS if chooses else QUESTIONS[:1]:
            found = self._send(question, path + more)
            self.walked.searched.add((question.actor, path + more))
            said = ["broken"] if found.status == BROKEN else []
            if self._meets_the_other_club(question, path, found):
                said.append("shows somebody of the other club")
            self._note(question, path + more, found, said)
        if question.actor == CLERK:
            found = self._send(question, path + WITH_NUL)
            self._note(question, path + WITH_NUL, found, ["broken"] if found.status == BROKEN else [])


def is_refusal(asked, address, *, is_strict, rule):
    """Whether the answer keeps the actor out. What belongs to another club may as well not be there."""
    if asked.status in {UNAUTHORISED, FORBIDDEN}:
        return True
    if asked.status == NOT_FOUND:
        return not is_strict and rule not in {PUBLIC, ANY_ACCOUNT}
    leads_to = asked.headers.get("Location", "")
    hidden = address.table is not None and leads_to == ADMIN  # "there is no such row"
    return leads_to.startswith(SIGN_IN) or hidden
