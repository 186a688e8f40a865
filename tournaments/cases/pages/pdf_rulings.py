"""Rulings on paper: the sheet of one case to be signed, the public list, the report of the arbiter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from club.core.moments import SHORT, moment_text
from club.paper.blank_paper import headed_paper
from club.paper.paper_formats import POINT, Column, PaperSize
from games.judging.move_numbers import MoveNumbers
from tournaments.cases.models.ruling import RulingOrigin
from tournaments.cases.selectors.arbiter_report import ArbiterReport
from tournaments.cases.selectors.case_games import variant_of
from tournaments.cases.selectors.public_cases import PublicCase, PublicRuling
from tournaments.models import AppealState, Case, Event, Section
from tournaments.printing.pages.pdf_diagram import diagram, drawing_of

if TYPE_CHECKING:
    from club.paper.paper import Paper

BODY, SMALL, HEAD = 10.5, 9.0, 12.5  # points
LABEL_WIDTH, DIAGRAM_WIDTH, SIGNING_ROOM = 34.0, 62.0, 34.0  # millimetres
Fact = tuple[str, str]


def ruling_sheet(told: PublicCase, size: PaperSize) -> Paper:
    """Render a case with its ruling, the articles in full, and lines for signatures."""
    case = told.case
    title = _("Ruling in case %(number)s") % {"number": case.number}
    paper = _sheet(case.event, _place(case.event, case.section), title, size)
    _facts_with_diagram(paper, told)
    if told.public_text:
        _head(paper, _("What happened"))
        paper.paragraph(told.public_text, size=BODY)
    if told.in_force is not None:
        _head(paper, _("Ruling"))
        _ruling(paper, told.in_force, with_texts=True, by_name=told.is_named)
    _superseded_and_appeal(paper, told)
    _signatures(paper, told)
    return paper


def rulings_list(section: Section, cases: Sequence[PublicCase], size: PaperSize) -> Paper:
    """Render the public rulings of a section."""
    paper = _sheet(section.event, _place(section.event, section), _("Rulings"), size)
    for told in cases:
        _case(paper, told, with_texts=True)
    return paper


def report_sheet(report: ArbiterReport, size: PaperSize) -> Paper:
    """Render the whole report: a table of the cases, each of them, corrections, deviations, the time line."""
    event = report.event
    paper = _sheet(event, event.organisation.name, _("Arbiter's report"), size)
    paper.paragraph(event.name, size=HEAD, style="B")
    _facts(paper, _event_facts(report))
    _head(paper, _("Cases"))
    if report.cases:
        _case_table(paper, report.cases)
    else:
        paper.paragraph(_("No cases."), size=BODY)
    for told in report.cases:
        _case(paper, told, with_texts=False, by_name=report.is_named)
    _deviations(paper, report)
    _corrections(paper, report)
    _time_line(paper, report)
    _sign(paper, [_("Arbiter")])
    return paper


def _time_line(paper: Paper, report: ArbiterReport) -> None:
    if not report.moments:
        return
    _head(paper, _("Timeline"))
    columns = (Column(_("When"), 3), Column(_("Case"), 1.2, "R"), Column("", 12))
    rows = ((_moment(one.at), str(one.case or ""), one.text) for one in report.moments)
    paper.ruled_table(columns, rows, size=SMALL)


def _sheet(event: Event, above: str, title: str, size: PaperSize) -> Paper:
    paper = headed_paper(event.name, title, size=size, above=above)
    paper.set_y(paper.get_y() + 3)
    return paper


def _place(event: Event, section: Section | None) -> str:
    return f"{event.name} · {section.name}" if section is not None else event.name


def _moment(at: datetime) -> str:
    return moment_text(at, form=SHORT)


def _head(paper: Paper, text: str, *, size: float = HEAD) -> None:
    _room(paper, 16)
    paper.set_y(paper.get_y() + 3)
    paper.paragraph(text, size=size, style="B")
    paper.set_y(paper.get_y() + 0.5)


def _room(paper: Paper, wanted: float) -> None:
    if paper.get_y() + wanted > paper.low:
        paper.add_page()


def _facts(paper: Paper, facts: Iterable[Fact], *, width: float | None = None) -> None:
    """Print labels and values side by side."""
    height = BODY * POINT * 1.4
    for label, text in facts:
        room = (width or paper.epw) - LABEL_WIDTH
        lines = paper.lines_of(text, width=room, size=BODY)
        _room(paper, height * max(1, len(lines)))
        for at, line in enumerate(lines or [""]):
            y = paper.get_y() + height * 0.75
            if at == 0:
                paper.words(label, x=paper.l_margin, y=y, width=LABEL_WIDTH - 3, size=SMALL)
            paper.words(line, x=paper.l_margin + LABEL_WIDTH, y=y, width=room, size=BODY)
            paper.set_y(paper.get_y() + height)


def _facts_with_diagram(paper: Paper, told: PublicCase) -> None:
    case = told.case
    drawing = drawing_of(case.disputed_fen, case.section.variant) if case.section is not None else None
    top = paper.get_y()
    if drawing is None:
        _facts(paper, _case_facts(told))
        return
    left = paper.w - paper.r_margin - DIAGRAM_WIDTH
    low = top + diagram(paper, drawing, x=left, y=top, width=DIAGRAM_WIDTH)
    _facts(paper, _case_facts(told), width=paper.epw - DIAGRAM_WIDTH - 5)
    paper.set_y(max(paper.get_y(), low + 1))
    paper.paragraph(drawing.label, size=SMALL)


def _case_facts(told: PublicCase) -> list[Fact]:
    case = told.case
    players = _sides(told) if case.side else [(_("Player"), told.player)]
    clocks = ", ".join(
        f"{side} {text}"
        for side, text in ((_("White"), case.clock_white), (_("Black"), case.clock_black))
        if text
    )
    facts = [
        (_("Incident"), told.incident),
        (_("Round"), str(case.round_number or "")),
        (pgettext("a table in the hall", "Board"), str(told.board_number or "")),
        (_("Game"), str(case.game) if case.pairing_id is not None else ""),
        (_("After move"), _move(case)),
        *players,
        (_("Clocks"), clocks),
        (_("Case opened"), _moment(case.opened_at)),
    ]
    return [(label, text) for label, text in facts if text]


def _move(case: Case) -> str:
    """Return the last move made before the incident, as players number it."""
    if not case.ply:
        return ""
    return MoveNumbers.of_fen(case.disputed_fen, variant_of(case), ply=case.ply).label(case.ply)


def _ruling(paper: Paper, ruling: PublicRuling, *, with_texts: bool, by_name: bool = False) -> None:
    row = ruling.row
    is_by_arbiter = row.origin == RulingOrigin.ARBITER
    who = row.ruled_by if by_name and is_by_arbiter else str(row.get_origin_display())
    told = f"{ruling.consequence}: {ruling.player}" if ruling.player else ruling.consequence
    changed = _("Changed since, without a new ruling: %(result)s.") % {"result": ruling.outcome_now}
    changed = changed if ruling.outcome_now else ""
    facts = [
        (_("Ruling %(number)s") % {"number": row.number}, told),
        (_("Result of the game"), f"{ruling.outcome}. {changed}" if changed else ruling.outcome),
        (_("Move taken back"), " → ".join(one for one in (row.move_recalled, row.move_replaced) if one)),
        (_("Ruled by"), f"{who}, {_moment(row.ruled_at)}"),
        (_("Articles"), f"{ruling.cited} ({ruling.source})" if ruling.articles else ""),
    ]
    _facts(paper, [(label, text) for label, text in facts if text])
    if ruling.decision:
        paper.set_y(paper.get_y() + 1)
        paper.paragraph(ruling.decision, size=BODY)
    if not with_texts:
        return
    for article in ruling.articles:
        _room(paper, 12)
        paper.set_y(paper.get_y() + 1)
        heading = " · ".join(part for part in (article.name, article.heading) if part)
        paper.paragraph(heading, size=SMALL, style="B", indent=5)
        paper.paragraph(article.text, size=SMALL, indent=5)
    if ruling.is_older_edition:
        told = _("The law book has a newer edition; the wording shown is the current one.")
        paper.paragraph(told, size=SMALL, indent=5)


def _superseded_and_appeal(paper: Paper, told: PublicCase) -> None:
    """Print the superseded rulings and the outcome of an appeal."""
    for ruling in told.superseded:
        _head(paper, _("Superseded ruling %(number)s") % {"number": ruling.row.number}, size=BODY)
        _ruling(paper, ruling, with_texts=False)
    appeal = told.appeal
    if appeal is not None:
        _head(paper, _("Appeal"), size=BODY)
        paper.paragraph(str(appeal.get_state_display()), size=BODY, style="B")
        if told.decision and appeal.state != AppealState.WITHDRAWN:
            paper.paragraph(told.decision, size=BODY)


def _case(paper: Paper, told: PublicCase, *, with_texts: bool, by_name: bool = False) -> None:
    case = told.case
    where = [
        _("Case %(number)s") % {"number": case.number},
        _("Round %(number)s") % {"number": case.round_number} if case.round_number else "",
        _("Board %(number)s") % {"number": told.board_number} if told.board_number else "",
        told.player,
        told.incident,
    ]
    _room(paper, 30)
    _head(paper, " · ".join(part for part in where if part))
    if told.public_text:
        paper.paragraph(told.public_text, size=BODY)
        paper.set_y(paper.get_y() + 1)
    if told.in_force is not None:
        _ruling(paper, told.in_force, with_texts=with_texts, by_name=by_name)
    else:
        paper.paragraph(str(case.get_state_display()), size=BODY)
    _superseded_and_appeal(paper, told)


def _case_table(paper: Paper, cases: Sequence[PublicCase]) -> None:
    columns = (
        Column(_("Case"), 1.2, "R"),
        Column(_("Round"), 1.2, "R"),
        Column(pgettext("a table in the hall", "Board"), 1.2, "R"),
        Column(_("Player"), 4.4),
        Column(_("Incident"), 6.6),
        Column(_("Ruling"), 3.4),
        Column(_("Articles"), 4),
    )
    paper.ruled_table(columns, map(_case_row, cases), size=SMALL)


def _case_row(told: PublicCase) -> tuple[str, ...]:
    case, ruling = told.case, told.in_force
    said = ruling.consequence if ruling is not None else str(case.get_state_display())
    numbers = (str(case.number), str(case.round_number or ""), str(told.board_number or ""))
    return (*numbers, told.player, told.incident, said, ruling.cited if ruling is not None else "")


def _event_facts(report: ArbiterReport) -> list[Fact]:
    event = report.event
    days = [date_format(day, "DATE_FORMAT") for day in (event.starts_on, event.ends_on) if day]
    facts = [
        (_("Days"), " \N{EN DASH} ".join(dict.fromkeys(days))),
        (_("Venue"), event.venue),
        *((str(one.get_role_display()).capitalize(), one.name) for one in report.officials),
        (_("Cases"), str(len(report.cases))),
        (_("Appeals"), str(len(report.appeals))),
        (_("Corrected results"), str(len(report.corrections))),
        (_("Deviations from the law book"), str(len(report.deviations))),
    ]
    return [(label, text) for label, text in facts if text]


def _deviations(paper: Paper, report: ArbiterReport) -> None:
    if not report.deviations:
        return
    _head(paper, _("Deviations from the law book"))
    for one in report.deviations:
        _room(paper, 10)
        paper.paragraph(one.sentence, size=BODY)
        paper.paragraph(one.reason, size=SMALL, indent=5)


def _corrections(paper: Paper, report: ArbiterReport) -> None:
    if not report.corrections:
        return
    _head(paper, _("Corrected results"))
    columns = (
        Column(_("When"), 3.2),
        Column(_("Where"), 4.6),
        Column(pgettext("of a correction", "From"), 3),
        Column(pgettext("of a correction", "To"), 3),
        Column(_("By"), 3),
        Column(_("Reason"), 5),
    )
    rows = (
        (
            _moment(one.at),
            f"{one.section}, {one.round}/{one.board or ''}.{one.game}",
            *(one.before, one.after, one.who, one.reason),
        )
        for one in report.corrections
    )
    paper.ruled_table(columns, rows, size=SMALL)


def _signatures(paper: Paper, told: PublicCase) -> None:
    case = told.case
    if not case.side:
        _sign(paper, [*([told.player] if told.player else []), _("Arbiter")])
        return
    _sign(paper, [*(f"{side}: {name}" if name else side for side, name in _sides(told)), _("Arbiter")])


def _sides(told: PublicCase) -> list[Fact]:
    """Return White and Black with their names, as far as these are public."""
    players = [told.player, told.opponent]
    names = reversed(players) if told.case.side == "black" else players
    named = zip((_("White"), _("Black")), names, strict=True)
    return [(side, name if told.is_named else "") for side, name in named]


def _sign(paper: Paper, who: Sequence[str]) -> None:
    """Print a signature line for each person at the foot of the page."""
    _room(paper, SIGNING_ROOM)
    gap = 8.0
    each = (paper.epw - gap * (len(who) - 1)) / max(len(who), 3)
    low = paper.low - 10
    for at, name in enumerate(who):
        left = paper.l_margin + at * (each + gap)
        paper.line(left, low, left + each, low)
        paper.words(name, x=left, y=low + 5, width=each, size=SMALL)
