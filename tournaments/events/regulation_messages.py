"""Texts of event regulations: presets, articles, ladders and ready-made reasons."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.laws.law_book import Article
from tournaments.conduct import Consequence, Counted, Regulations, Rule, Rung
from tournaments.conduct import regulation_presets as presets
from tournaments.conduct.regulations import PREFIX, article_of, code_of
from tournaments.events.consequence_messages import consequence_name
from tournaments.models import Ruling

Text = str | Promise

PRESET_NAMES: Final[Mapping[str, Text]] = {
    presets.NONE: gettext_lazy("none: the arbiter decides what the law book leaves open"),
    presets.CLUB: gettext_lazy("club evening, edition 2026"),
    presets.FEDERATION: gettext_lazy("federation, edition 2026"),
    presets.FMJD: gettext_lazy("FMJD style, edition 2026"),
}
HEADINGS: Final[Mapping[str, Text]] = {
    "flag_fell": gettext_lazy("Exceeding the time limit"),
    "default_time": gettext_lazy("Default time"),
    "late_arrival": gettext_lazy("Late arrival"),
    "electronic_device": gettext_lazy("Telephones and other devices"),
    "left_the_hall": gettext_lazy("Leaving the playing area"),
    "outside_advice": gettext_lazy("Advice from outside"),
    "analysing": gettext_lazy("Analysing"),
    "repeated_draw_offers": gettext_lazy("Repeated draw offers"),
    "clock_not_pressed": gettext_lazy("Pressing the clock"),
    "wrong_clock_stopped": gettext_lazy("Stopping the clock"),
    "score_sheet": gettext_lazy("Score sheet"),
    "distracting": gettext_lazy("Disturbing others"),
    "refused_rules": gettext_lazy("Following instructions"),
}
WORDINGS: Final[Mapping[str, Text]] = {
    "flag_fell": gettext_lazy(
        "A player whose time runs out before the required moves are made loses the game."
    ),
    "default_time": gettext_lazy(
        "A player who is not at the board %(minutes)s minutes after the start of the round loses the game "
        "by forfeit."
    ),
    "late_arrival": gettext_lazy(
        "A player who arrives after the start of the round, but within %(minutes)s minutes of it, "
        "plays with the time left on the clock."
    ),
    "electronic_device": gettext_lazy(
        "Telephones and other devices are silent and not used in the playing area. The arbiter may "
        "permit one for a player who must be reachable."
    ),
    "electronic_device.strict": gettext_lazy(
        "Players may not have a switched-on device in the playing area, or use one anywhere during "
        "their game. The arbiter may permit one for a player who must be reachable."
    ),
    "left_the_hall": gettext_lazy(
        "A player whose game is in progress may leave the playing area only with the permission of "
        "the arbiter."
    ),
    "outside_advice": gettext_lazy(
        "During the game a player may not ask for or use advice from people, notes or devices."
    ),
    "analysing": gettext_lazy(
        "Analysis is not allowed in the playing area while games are in progress. Players do not "
        "move pieces on another board during their game."
    ),
    "repeated_draw_offers": gettext_lazy(
        "A player whose draw offer was declined may not offer another before the opponent has made one."
    ),
    "clock_not_pressed": gettext_lazy(
        "After each move the player presses the clock. If the player forgets, the time keeps running."
    ),
    "wrong_clock_stopped": gettext_lazy(
        "Players stop the clocks only to call the arbiter or at the end of the game. The arbiter corrects "
        "the times of a clock that was stopped or set wrongly."
    ),
    "score_sheet": gettext_lazy(
        "Both players write down every move legibly during play, and hand in the score sheet with "
        "the result after the game."
    ),
    "distracting": gettext_lazy(
        "Players do not disturb the opponent or other games by talking, noise or gestures."
    ),
    "refused_rules": gettext_lazy("Players follow the rules and the instructions of the arbiter."),
}
REASONS: Final[Mapping[str, tuple[Text, ...]]] = {
    "flag_fell": (
        gettext_lazy("The clock was defective or set wrongly."),
        gettext_lazy("The game had ended before the time ran out."),
    ),
    "default_time": (
        gettext_lazy("The round began late at this board."),
        gettext_lazy("The delay was not the player's fault, and the player had given notice."),
    ),
    "late_arrival": (
        gettext_lazy("The delay was not the player's fault, and the player had given notice."),
        gettext_lazy("The delay held up others."),
    ),
    "electronic_device": (
        gettext_lazy("The arbiter had permitted the device."),
        gettext_lazy("The device was used to look at the game."),
    ),
    "left_the_hall": (
        gettext_lazy("The arbiter had given permission."),
        gettext_lazy("The player had to leave for health reasons."),
    ),
    "outside_advice": (
        gettext_lazy("The player had not asked for the advice and did not use it."),
        gettext_lazy("The advice decided the game."),
    ),
    "analysing": (
        gettext_lazy("It was not about a game in progress."),
        gettext_lazy("It was about the player's own game."),
    ),
    "repeated_draw_offers": (
        gettext_lazy("The position had changed since the previous offer."),
        gettext_lazy("The opponent was disturbed while in time trouble."),
    ),
    "clock_not_pressed": (
        gettext_lazy("The player is not used to the clock."),
        gettext_lazy("It was done on purpose."),
    ),
    "wrong_clock_stopped": (
        gettext_lazy("No time was lost by it."),
        gettext_lazy("The opponent lost time by it."),
    ),
    "score_sheet": (
        gettext_lazy("The player cannot write and plays without a score sheet by agreement."),
        gettext_lazy("The game cannot be reconstructed without the sheet."),
    ),
    "distracting": (
        gettext_lazy("It was not on purpose and stopped at once."),
        gettext_lazy("The opponent was disturbed while in time trouble."),
    ),
    "refused_rules": (
        gettext_lazy("The player followed the instruction in the end."),
        gettext_lazy("The player insulted the arbiter or the opponent."),
    ),
}
REASONS_ALWAYS: Final[tuple[Text, ...]] = (
    gettext_lazy("The player is a beginner or a child."),
    gettext_lazy("The circumstances make it more serious than usual."),
)
REASONS_FOR_REPLACEMENT: Final[tuple[Text, ...]] = (
    gettext_lazy("New facts or witnesses have come to light."),
    gettext_lazy("The previous ruling was a mistake."),
)
"""For a ruling that takes the place of another."""
EVENT_BOOK: Final = "event"
"""Book of an article that is none of a law book, but of the event's regulations."""


class ArticleText(NamedTuple):
    """An article as text, for pages and sheets."""

    rule: Rule
    name: str
    heading: str
    text: str
    ladder: str
    reasons: tuple[str, ...]

    @property
    def whole(self) -> str:
        """Return wording and ladder as one text."""
        return f"{self.text} {self.ladder}"


def article_name(article: str) -> str:
    """Name of an article for readers; one of a law book is its number."""
    number = article.removeprefix(PREFIX)
    return _("Event regulations %(number)s") % {"number": number} if code_of(article) else article


def parse_article_name(name: str) -> str:
    """Return the identifier of an article from its name, in English or in the language of the page."""
    template = _("Event regulations %(number)s")
    start = template.partition("%(number)s")[0]
    given = " ".join(name.split())
    if given.casefold().startswith(start.casefold()) and code_of(PREFIX + given[len(start) :]):
        return PREFIX + given[len(start) :]
    return given


def preset_name(key: str) -> str:
    """Return the name of a preset; the key of an unknown one."""
    return str(PRESET_NAMES.get(key, key))


def source_name(regulations: Regulations) -> str:
    """Return the event regulations as the source of a proposal, with their preset."""
    return _source(regulations.preset)


def sanction_of(ruling: Ruling) -> str:
    """Return the sanction of a ruling, with its points, or with the minutes that the opponent gains."""
    consequence, seconds = Consequence(ruling.consequence), ruling.seconds_white or ruling.seconds_black
    is_timed = consequence is Consequence.TIME_PENALTY and seconds > 0 and seconds % 60 == 0
    if is_timed:
        return rung_name(Rung(consequence, seconds // 60))
    name = consequence_name(consequence)
    return f"{name}: {ruling.points}" if ruling.points else name


def ruling_source(ruling: Ruling) -> str:
    """Return the law book of a ruling with its edition; the event's regulations if they alone are cited."""
    if not ruling.is_by_regulations:
        return f"{ruling.book_name}, {ruling.edition}"
    return _source(next(iter(ruling.regulations.values())).get("preset", presets.NONE))


def _source(preset: str) -> str:
    if preset == presets.NONE:
        return _("Event regulations")
    return _("Event regulations: %(preset)s") % {"preset": preset_name(preset)}


def rule_as_text(rule: Rule, minutes: int) -> ArticleText:
    """Return an article in the language of the reader; an event's own wording is unchanged."""
    text = rule.text or str(WORDINGS[rule.wording]) % {"minutes": minutes}
    heading = str(HEADINGS[rule.code])
    return ArticleText(rule, article_name(rule.article), heading, text, ladder_text(rule), reasons_of(rule))


def regulations_as_text(regulations: Regulations) -> list[ArticleText]:
    """Return all articles of an event as text, by number."""
    return [rule_as_text(rule, regulations.default_minutes) for rule in regulations.rules.values()]


def reasons_of(rule: Rule | None) -> tuple[str, ...]:
    """Return ready-made reasons for a deviation from an article, or for a decision that it leaves open."""
    if rule is not None and rule.reasons is not None:
        return rule.reasons
    return tuple(str(one) for one in (*(REASONS[rule.code] if rule else ()), *REASONS_ALWAYS))


def ready_reasons(rule: Rule | None, *, is_anew: bool) -> tuple[str, ...]:
    """Return the ready-made reasons for a decision; `is_anew`: it supersedes another."""
    return (*(map(str, REASONS_FOR_REPLACEMENT) if is_anew else ()), *reasons_of(rule))


def ladder_text(rule: Rule) -> str:
    """A ladder as a sentence: "1st offence: warning; 2nd and later: game lost. Counted in the game."."""
    names = [rung_name(one) for one in rule.rungs]
    counted = _("Counted in the event.") if rule.counted is Counted.EVENT else _("Counted in the game.")
    if len(names) == 1:
        return _("Sanction: %(sanction)s.") % {"sanction": names[0]}
    parts = [
        _("offence %(number)s: %(sanction)s") % {"number": at, "sanction": name}
        for at, name in enumerate(names[:-1], start=1)
    ]
    parts.append(_("each later one: %(sanction)s") % {"sanction": names[-1]})
    return f"{'; '.join(parts)[:1].upper()}{'; '.join(parts)[1:]}. {counted}"


def rung_name(rung: Rung) -> str:
    """A sanction with its minutes or points."""
    name = consequence_name(rung.consequence)
    if rung.consequence is Consequence.TIME_PENALTY:
        minutes = ngettext(
            "%(count)s minute for the opponent", "%(count)s minutes for the opponent", rung.amount
        )
        return f"{name} ({minutes % {'count': rung.amount}})"
    return f"{name}: {rung.amount}" if rung.amount else name


def stored_text(stored: Mapping[str, Any]) -> str:
    """Return stored regulations of an event as text for the audit log."""
    regulations = presets.regulations_from(stored)
    parts = [preset_name(regulations.preset)]
    if stored.get("default_minutes"):
        parts.append(f"{HEADINGS['default_time']}: {regulations.default_minutes}")
    for code, values in stored.get("changes", {}).items():
        told = _("not in force") if values is None else ladder_text(regulations.rules[code])
        own = " ".join(part for part in (told, (values or {}).get("text", "")) if part)
        parts.append(f"{article_number(code)}. {HEADINGS[code]}: {own}")
    return "; ".join([*parts, *filter(None, [regulations.further])])


def article_number(code: str) -> int:
    """Number of the article about an incident."""
    return int(article_of(code).removeprefix(PREFIX))


def as_article(told: ArticleText) -> Article:
    """Return an article of the event in the form of a law book's article."""
    return Article(
        told.rule.article, told.heading, told.whole, certainty=told.rule.certainty, book=EVENT_BOOK
    )
