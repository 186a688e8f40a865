"""Form of an event's regulations: default time, each article with its ladder, additional rules."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from tournaments.conduct import Consequence, Counted, Regulations, Rule
from tournaments.conduct.regulation_presets import CLUB, PRESETS
from tournaments.conduct.regulations import (
    MAX_AMOUNT,
    MAX_DEFAULT_MINUTES,
    ON_A_LADDER,
    REGULATED,
    WITH_AMOUNT,
)
from tournaments.events.consequence_messages import consequence_name
from tournaments.events.regulation_messages import REASONS, REASONS_ALWAYS, ArticleText, rule_as_text
from tournaments.events.services.regulations import MAX_FURTHER_LENGTH, MAX_REASONS, MAX_TEXT_LENGTH

SHOWN_RUNGS: Final = 4
NOTHING: Final = "\N{EN DASH}"
COUNTED: Final = ((Counted.GAME.value, _("the game")), (Counted.EVENT.value, _("the whole event")))


class RungFields(NamedTuple):
    """A sanction of a ladder with its number."""

    sanction: BoundField
    amount: BoundField


class ArticleFields(NamedTuple):
    """The fields of an article, with the article as it is now."""

    told: ArticleText
    is_used: BoundField
    rungs: list[RungFields]
    counted: BoundField
    text: BoundField
    reasons: BoundField
    is_wrong: bool


class RegulationsForm(forms.Form):
    """All articles, including those left out by the event."""

    default_minutes = forms.IntegerField(
        label=_("Default time in minutes"), min_value=1, max_value=MAX_DEFAULT_MINUTES
    )
    further = forms.CharField(
        label=_("Further regulations"),
        required=False,
        max_length=MAX_FURTHER_LENGTH,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("In the event's own words, for example on dress or smoking. No sanctions are attached."),
    )

    def __init__(self, regulations: Regulations, *args: Any, **kwargs: Any) -> None:
        self.regulations = regulations
        super().__init__(*args, **kwargs)
        self.initial["default_minutes"] = regulations.default_minutes
        self.initial["further"] = regulations.further
        for code in REGULATED:
            self._add(self.rule_of(code), is_used=code in regulations.rules)

    def rule_of(self, code: str) -> Rule:
        """Return an article of the event; the preset's if the event leaves it out."""
        return self.regulations.rules.get(code) or PRESETS[CLUB].regulations.rules[code]

    def _add(self, rule: Rule, *, is_used: bool) -> None:
        code = rule.code
        choices = [("", NOTHING), *((one.value, consequence_name(one)) for one in ON_A_LADDER)]
        self._field(f"{code}-used", forms.BooleanField(label=_("In force"), required=False), is_used)
        rungs = [*rule.rungs, *[None] * (SHOWN_RUNGS - len(rule.rungs))]
        for at, rung in enumerate(rungs, start=1):
            label = _("Offence %(number)s") % {"number": at}
            sanction = forms.ChoiceField(label=label, required=False, choices=choices)
            self._field(f"{code}-rung{at}", sanction, rung.consequence.value if rung else "")
            amount = forms.IntegerField(
                label=_("Minutes or points"), required=False, min_value=1, max_value=MAX_AMOUNT
            )
            self._field(f"{code}-amount{at}", amount, (rung.amount or None) if rung else None)
        counted = forms.ChoiceField(label=_("Offences count within"), choices=COUNTED)
        self._field(f"{code}-counted", counted, rule.counted.value)
        text = forms.CharField(
            label=_("Event wording"),
            required=False,
            max_length=MAX_TEXT_LENGTH,
            widget=forms.Textarea(attrs={"rows": 3}),
            help_text=_("Blank: the wording of the preset, in the reader's language."),
        )
        self._field(f"{code}-text", text, rule.text)
        ready = rule.reasons if rule.reasons is not None else usual_reasons(code)
        reasons = forms.CharField(
            label=_("Standard reasons"),
            required=False,
            max_length=4000,
            widget=forms.Textarea(attrs={"rows": 4}),
            help_text=_("One per line: choices of reasons for a decision that differs from the article."),
        )
        self._field(f"{code}-reasons", reasons, "\n".join(ready))

    def _field(self, name: str, field: forms.Field, value: Any) -> None:
        self.fields[name], self.initial[name] = field, value

    def articles(self) -> Iterator[ArticleFields]:
        """The fields by article, for the page."""
        for code in REGULATED:
            rule = self.rule_of(code)
            named = [name for name in self.fields if name.startswith(f"{code}-")]
            rungs = [name for name in named if name.startswith(f"{code}-rung")]
            yield ArticleFields(
                rule_as_text(rule, self.regulations.default_minutes),
                self[f"{code}-used"],
                [RungFields(self[name], self[name.replace("-rung", "-amount")]) for name in rungs],
                self[f"{code}-counted"],
                self[f"{code}-text"],
                self[f"{code}-reasons"],
                any(self[name].errors for name in named) if self.is_bound else False,
            )

    def stored(self) -> dict[str, Any]:
        """The regulations in their stored form, as services take them."""
        given = self.cleaned_data
        changes = {code: self._change(code) if given[f"{code}-used"] else None for code in REGULATED}
        return {
            "preset": self.regulations.preset,
            "default_minutes": given["default_minutes"],
            "further": given["further"],
            "changes": changes,
        }

    def _change(self, code: str) -> dict[str, Any]:
        given, values = self.cleaned_data, dict[str, Any]()
        rungs = []
        for name in [one for one in self.fields if one.startswith(f"{code}-rung")]:
            if sanction := given[name]:
                amount = given[name.replace("-rung", "-amount")] or 0
                rungs.append([sanction, amount if Consequence(sanction) in WITH_AMOUNT else 0])
        values |= {"rungs": rungs, "counted": given[f"{code}-counted"], "text": given[f"{code}-text"]}
        reasons = [line.strip() for line in given[f"{code}-reasons"].splitlines() if line.strip()]
        is_usual = self.rule_of(code).reasons is None and reasons == list(usual_reasons(code))
        return values if is_usual else values | {"reasons": reasons[:MAX_REASONS]}


def usual_reasons(code: str) -> tuple[str, ...]:
    """The program's reasons for an article, in the language of the page."""
    return tuple(str(one) for one in (*REASONS[code], *REASONS_ALWAYS))
