"""Forms of the case page. Typed values survive a refusal, and changes of other accounts are merged in."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django import forms
from django.db.models import Model
from django.http import QueryDict
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from club.core.errors import ClubError
from games.judging.messages import incident_name
from games.laws import LAW_BOOKS
from games.laws.incidents import INCIDENTS
from tournaments.cases.errors import RulingReachesBack
from tournaments.cases.incident_details import Detail, details_of
from tournaments.cases.incident_groups import GROUPS, offered_kinds
from tournaments.cases.models.ruling import CLAIM_DECISIONS, CONSEQUENCES
from tournaments.cases.services.case_locks import About
from tournaments.cases.services.claims import Claim
from tournaments.cases.services.ruling_effects import result_before
from tournaments.cases.services.rulings import RulingDecision
from tournaments.events.regulation_messages import parse_article_name
from tournaments.models import Case, ClaimKind, Entry, Event, Outcome, Pairing, Ruling, Section
from tournaments.prizes.formatting import PrizeMoveRow, move_rows
from tournaments.results.outcome_names import outcome_of_players, sides_of
from tournaments.results.selectors.correction_effects import CorrectionEffects

MIN_NUMBER, MAX_NUMBER = 0, 1_000_000
MAX_SECONDS = 86_400
MAX_SHEET_LENGTH = 60_000
Text = forms.Textarea(attrs={"rows": 3})
KEEPS_LOSS = _("Keep the game lost although the new ruling does not require it")


class ReachingForm(forms.Form):
    """A form of a ruling that shows a reach into the past, and asks for confirmation."""

    confirms_effects = forms.BooleanField(required=False, widget=forms.HiddenInput)
    effects: CorrectionEffects | None = None

    def show_reach(self, error: ClubError) -> None:
        """Show the effects of a refused ruling."""
        if isinstance(error, RulingReachesBack) and isinstance(error.effects, CorrectionEffects):
            self.effects = error.effects

    @property
    def prize_moves(self) -> list[PrizeMoveRow]:
        """Return the prizes that change hands."""
        return move_rows(self.effects.prizes) if self.effects else []


def incident_choices(nothing: Any, offered: Collection[str] = INCIDENTS) -> list[tuple[Any, Any]]:
    """Return the incidents by group, after an empty choice."""
    groups = [
        (title, [(code, incident_name(code)) for code in codes if code in offered])
        for _key, title, codes in GROUPS
    ]
    return [("", nothing), *groups]


class CarefulForm(forms.Form):
    """A form that remembers its initial values and the version of the case they are of."""

    version = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0, max_value=MAX_NUMBER)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            is_file = isinstance(field, forms.FileField)
            field.show_hidden_initial = name != "version" and not field.widget.is_hidden and not is_file

    @property
    def openings(self) -> list[SafeString]:
        """Return the initial value of each field as hidden inputs."""
        return [one.as_hidden(only_initial=True) for one in self if one.field.show_hidden_initial]

    def brought_up(self, fresh: "CarefulForm") -> QueryDict:
        """Merge the sent values into the current ones: edited fields win, others come from `fresh`."""
        data = QueryDict(mutable=True)
        for one in fresh:
            now = one.value()
            is_kept = one.name == "key" or (one.name != "version" and one.name in self.changed_data)
            value = self[one.name].value() if is_kept else now
            if value not in {None, "", False} and not isinstance(one.field, forms.FileField):
                data[one.html_name] = "on" if value is True else str(value)
            if one.field.show_hidden_initial and now not in {None, "", False}:
                data[one.html_initial_name] = str(now)
        return data


class CaseForm(CarefulForm):
    """Description of a case: incident, place, players and texts."""

    incident = forms.ChoiceField(label=_("What happened"), required=False)
    section = forms.ChoiceField(label=_("Section"), required=False)
    round_number = forms.IntegerField(label=_("Round"), required=False, min_value=1, max_value=999)
    board_number = forms.IntegerField(label=_("Board"), required=False, min_value=1, max_value=9999)
    game = forms.IntegerField(label=_("Game"), required=False, min_value=1, max_value=99)
    entry = forms.ChoiceField(label=_("Player concerned"), required=False)
    clock_white = forms.CharField(label=_("White's clock"), max_length=20, required=False)
    clock_black = forms.CharField(label=_("Black's clock"), max_length=20, required=False)
    witnesses = forms.CharField(label=_("Witnesses"), max_length=300, required=False)
    reported_by = forms.CharField(label=_("Reported by"), max_length=200, required=False)
    public_text = forms.CharField(
        label=_("Public summary"),
        max_length=4000,
        required=False,
        widget=Text,
        help_text=_("Visible to everyone once there is a ruling."),
    )
    private_text = forms.CharField(
        label=_("Arbiters only"),
        max_length=4000,
        required=False,
        widget=Text,
        help_text=_("Never shown to players or the public."),
    )
    names_withheld = forms.BooleanField(label=_("Hide names from the public"), required=False)

    def __init__(self, event: Event, *args: Any, case: Case | None = None, **kwargs: Any) -> None:
        super().__init__(*args, initial=_facts_of(case) if case else {"game": 1}, **kwargs)
        self.event = event
        self.pairing: Pairing | None = None
        sections = list(event.sections.all())
        entries = Entry.objects.filter(section__event=event).order_by("section_id", "name", "pk")
        at = [case.section] if case is not None and case.section is not None else sections
        offered = {*offered_kinds({one.variant for one in at}), case.incident if case else ""}
        _choices(self, "incident", incident_choices(_("not specified yet"), offered))
        _choices(self, "section", _rows(sections, _("none")))
        _choices(self, "entry", _by_section(sections, entries))
        if len(sections) == 1 and case is None:
            self.initial["section"] = str(sections[0].pk)
        for incident in (case.incident if case else "", str(self.data.get("incident", ""))):
            for detail in details_of(incident):
                self._ask(detail, case)
        details = [name for name in self.fields if name.startswith("detail_")]
        self.order_fields(["version", "incident", *details])

    def _ask(self, detail: Detail, case: Case | None) -> None:
        """Add a field for a detail of an incident."""
        field = forms.CharField(label=capfirst(str(detail.label)), max_length=80, required=False)
        field.show_hidden_initial = True
        self.fields[f"detail_{detail.name}"] = field
        self.initial[f"detail_{detail.name}"] = case.details.get(detail.name, "") if case else ""

    def clean(self) -> dict[str, Any]:
        """Find the board: a round and a board number of a section."""
        given = super().clean() or {}
        number, board = given.get("round_number"), given.get("board_number")
        if number and board:
            rows = Pairing.objects.filter(round__section__event=self.event, round__number=number)
            rows = rows.filter(board_number=board).exclude(round__state="draft")
            if given.get("section"):
                rows = rows.filter(round__section=given["section"])
            found = list(rows[:2])
            if len(found) != 1:
                said = _("There is no such board.") if not found else _("Choose the section.")
                self.add_error("board_number", said)
            else:
                self.pairing = found[0]
        elif board:
            self.add_error("round_number", _("Enter the round."))
        return given

    @property
    def about(self) -> About:
        """Return the place of the incident and the players concerned."""
        entry = self.cleaned_data.get("entry")
        pairing_id = self.pairing.pk if self.pairing else None
        return About(pairing_id, self.cleaned_data.get("game") or 1, int(entry) if entry else None)

    @property
    def told(self) -> dict[str, Any]:
        """Return the other details of the case."""
        names = ("clock_white", "clock_black", "witnesses", "public_text", "private_text", "names_withheld")
        told = {name: self.cleaned_data[name] for name in (*names, "reported_by")}
        asked = [one.name for one in details_of(self.cleaned_data["incident"])]
        if asked:
            told["details"] = {name: self.cleaned_data.get(f"detail_{name}", "") for name in asked}
        return told


class ClaimForm(CarefulForm):
    """The disputed position, and the claim."""

    fen = forms.CharField(
        label=_("Position (FEN)"),
        max_length=400,
        required=False,
        help_text=_("For example W:W21,22:B1,K5. The game record starts from this position."),
    )
    record = forms.CharField(
        label=_("Game record (PDN)"),
        max_length=MAX_SHEET_LENGTH,
        required=False,
        strip=False,
        widget=Text,
        help_text=_("If blank, the game record linked to the result is used."),
    )
    file = forms.FileField(label=_("Game record file"), required=False)
    ply = forms.IntegerField(
        label=_("Moves played (both sides)"),
        required=False,
        min_value=MIN_NUMBER,
        max_value=5000,
        help_text=_(
            "Count White's and Black's moves together, up to the incident. Blank: the whole game record."
        ),
    )
    claim = forms.ChoiceField(label=_("Claim"), required=False)
    claimant = forms.ChoiceField(label=_("Claimant"), required=False)
    move = forms.CharField(
        label=_("Move written down"),
        max_length=40,
        required=False,
        help_text=_(
            "The move intended or complained of. For a touched piece, enter the square and the move: "
            "11, 12-16."
        ),
    )

    def __init__(self, case: Case, *args: Any, **kwargs: Any) -> None:
        initial = {"version": case.version, "fen": case.fen, "record": case.claim_record, "ply": case.ply}
        initial |= {"claim": case.claim, "claimant": case.claimant_id or "", "move": case.claim_move}
        super().__init__(*args, initial=initial, **kwargs)
        _choices(self, "claim", [("", _("none")), *ClaimKind.choices])
        players = _players(case)
        _choices(self, "claimant", [("", _("not specified")), *((one.pk, one.name) for one in players)])

    @property
    def told(self) -> Claim:
        """Return the claim as filled in; a file takes precedence over pasted text."""
        given = self.cleaned_data
        upload = given.get("file")
        record = given["record"]
        if upload is not None:
            record = (
                upload.read(MAX_SHEET_LENGTH).decode("utf-8", "replace").lstrip("\ufeff").replace("\0", "")
            )
        claimant = given["claimant"]
        return Claim(
            kind=given["claim"],
            claimant_id=int(claimant) if claimant else None,
            move=given["move"],
            record=record,
            fen=given["fen"],
            ply=given["ply"],
        )


class DecisionForm(ReachingForm, CarefulForm):
    """The arbiter's decision, with the proposal of the law book as initial values."""

    key = forms.CharField(max_length=64, widget=forms.HiddenInput, required=False)
    incident = forms.CharField(max_length=40, widget=forms.HiddenInput, required=False)
    was = forms.CharField(max_length=20, widget=forms.HiddenInput, required=False)
    claim_decision = forms.ChoiceField(label=_("Decision on the claim"), required=False)
    consequence = forms.ChoiceField(label=_("Consequence"), widget=forms.RadioSelect, choices=CONSEQUENCES)
    outcome = forms.ChoiceField(label=_("Result of the game"), required=False)
    keeps_loss = forms.BooleanField(label=KEEPS_LOSS, required=False)
    is_forfeit = forms.BooleanField(label=_("Game not started: lost by forfeit"), required=False)
    points = forms.IntegerField(label=_("Points deducted"), required=False, min_value=0, max_value=999)
    move_recalled = forms.CharField(label=_("Move taken back"), max_length=40, required=False)
    move_replaced = forms.CharField(label=_("Move played instead"), max_length=40, required=False)
    seconds_white = forms.IntegerField(
        label=_("Seconds added to White's clock"),
        required=False,
        min_value=-MAX_SECONDS,
        max_value=MAX_SECONDS,
    )
    seconds_black = forms.IntegerField(
        label=_("Seconds added to Black's clock"),
        required=False,
        min_value=-MAX_SECONDS,
        max_value=MAX_SECONDS,
    )
    articles = forms.CharField(label=_("Articles"), max_length=400, required=False)
    decision = forms.CharField(
        label=_("Decision text"),
        max_length=2000,
        required=False,
        widget=Text,
        help_text=_("Visible to everyone."),
    )
    ready = forms.CharField(max_length=300, widget=forms.HiddenInput, required=False)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=2000,
        required=False,
        widget=Text,
        help_text=_("Required if you depart from the rules or the rules engine."),
    )

    def __init__(
        self,
        case: Case,
        *args: Any,
        initial: Mapping[str, Any],
        standing: Ruling | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, initial={"version": case.version, **initial}, **kwargs)
        _choices(self, "claim_decision", [("", _("undecided")), *CLAIM_DECISIONS])
        unchanged = _("as it is") if standing is None else _("as before the ruling")
        _choices(self, "outcome", _outcomes(case, unchanged))
        if standing is not None and (before := result_before(standing)):
            told = _("Before the ruling: %(result)s. A lost game sets the result automatically.")
            self.fields["outcome"].help_text = told % {"result": Outcome(before).label}
        else:
            del self.fields["keeps_loss"]
        if not case.claim:
            del self.fields["claim_decision"]
        if case.pairing is None:
            for name in ("outcome", "keeps_loss", "is_forfeit", "move_recalled", "move_replaced"):
                self.fields.pop(name, None)

    @property
    def opens_more(self) -> bool:
        """True if the rarely used part is filled in or required: a move to take back, points, seconds."""
        names = ("move_recalled", "move_replaced", "seconds_white", "seconds_black", "points", "is_forfeit")
        return any(self[name].value() or self[name].errors for name in names if name in self.fields)

    @property
    def told(self) -> RulingDecision:
        """The decision as it is filled in."""
        given = self.cleaned_data
        named = given["articles"].replace(";", ",").split(",")
        articles = tuple(parse_article_name(one) for one in named if one.strip())
        return RulingDecision(
            consequence=given["consequence"],
            incident=given["incident"],
            points=given["points"] or 0,
            outcome=given.get("outcome", ""),
            is_forfeit=given.get("is_forfeit", False),
            move_recalled=given.get("move_recalled", ""),
            move_replaced=given.get("move_replaced", ""),
            seconds_white=given["seconds_white"] or 0,
            seconds_black=given["seconds_black"] or 0,
            articles=articles,
            claim_decision=given.get("claim_decision", ""),
            decision=given["decision"],
            reason=" ".join(part for part in (given["ready"], given["reason"].strip()) if part),
            was=given["was"] or None,
            keeps_loss=given.get("keeps_loss", False),
            confirms_effects=given["confirms_effects"],
        )


class SheetsForm(CarefulForm):
    """Score sheets of both players, transcribed as written."""

    sheet_white = forms.CharField(
        label=_("White's score sheet"),
        max_length=MAX_SHEET_LENGTH,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6}),
    )
    sheet_black = forms.CharField(
        label=_("Black's score sheet"),
        max_length=MAX_SHEET_LENGTH,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6}),
    )

    def __init__(self, case: Case, *args: Any, **kwargs: Any) -> None:
        initial = {"version": case.version, "sheet_white": case.sheet_white, "sheet_black": case.sheet_black}
        super().__init__(*args, initial=initial, **kwargs)


class PhotoForm(forms.Form):
    """A photo from the phone's camera or its album."""

    photo = forms.FileField(
        label=_("Photo"),
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
        help_text=_("Up to 12 MB. The place and time of the photo are removed."),
    )
    of = forms.ChoiceField(label=_("Subject"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        shows = [("white", _("White's score sheet")), ("black", _("Black's score sheet"))]
        _choices(self, "of", [*shows, ("other", _("other"))])


class PrecedentForm(forms.Form):
    """Search form for precedents."""

    article = forms.CharField(label=_("Article"), max_length=40, required=False)
    incident = forms.ChoiceField(label=_("What happened"), required=False)
    text = forms.CharField(
        label=_("Keywords"),
        max_length=100,
        required=False,
        help_text=_("Search for White, Black or “the player”, not for names."),
    )
    event = forms.ChoiceField(label=_("Event"), required=False)
    law_book = forms.ChoiceField(label=_("Law book"), required=False)

    def __init__(self, *args: Any, events: Iterable[Event], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _choices(self, "incident", incident_choices(_("any")))
        _choices(self, "event", [("", _("all events")), *((one.pk, one.name) for one in events)])
        books = [(book.key, book.name) for book in LAW_BOOKS.values()]
        _choices(self, "law_book", [("", _("all law books")), *books])


def _facts_of(case: Case) -> dict[str, Any]:
    names = (
        *("incident", "round_number", "board_number", "game", "clock_white", "clock_black", "witnesses"),
        *("reported_by", "public_text", "private_text", "names_withheld", "version"),
    )
    facts = {name: getattr(case, name) for name in names}
    return facts | {"section": str(case.section_id or ""), "entry": str(case.entry_id or "")}


def _choices(form: forms.Form, name: str, choices: Iterable[tuple[Any, Any]]) -> None:
    form.fields[name].choices = list(choices)  # type: ignore[attr-defined]


def _rows(rows: Iterable[Model], nothing: Any) -> list[tuple[str, Any]]:
    return [("", nothing), *((str(one.pk), str(getattr(one, "name", one))) for one in rows)]


def _by_section(sections: list[Section], entries: Iterable[Entry]) -> list[tuple[str, Any]]:
    """Return all entries of the event as choices, grouped by section if there are several."""
    known = list(entries)
    if len(sections) == 1:
        return _rows(known, _("no particular player"))
    groups = [(one.name, _rows((e for e in known if e.section_id == one.pk), "")[1:]) for one in sections]
    return [("", _("no particular player")), *groups]


def _players(case: Case) -> tuple[Entry, ...]:
    return sides_of(case.pairing, case.game) if case.pairing is not None else ()


def _outcomes(case: Case, unchanged: Any) -> list[tuple[str, Any]]:
    pairing = case.pairing
    if pairing is None:
        return [("", unchanged)]
    told = [one for one in Outcome.values if one != Outcome.PENDING]
    return [("", unchanged), *((one, outcome_of_players(pairing, case.game, one)) for one in told)]
