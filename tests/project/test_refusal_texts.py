"""Every refusal has its sentence in every language, and every place that raises one gives what it needs."""

import ast
import importlib
import re
from collections import Counter

from boundaries import own_sources
from django.conf import settings
from django.utils import translation

from club.banking.errors import FAULTS
from club.core.capabilities import Capability
from club.core.errors import ClubError
from club.core.messages import REASONS, refusal_text
from club.models import Role
from games.core.errors import Refusal

PLACEHOLDER = re.compile(r"%\((\w+)\)")
BY_REASON = "house_rules_unfit"  # its sentences are those of the derivation: tests/games/house_rules


def import_errors():
    """Load every module that defines refusals, so that `__subclasses__` is complete."""
    for source in own_sources().values():
        bases = [
            ast.unparse(base)
            for node in source.tree.body
            if isinstance(node, ast.ClassDef)
            for base in node.bases
        ]
        if {"ClubError", "InvalidInput", "NotFound", "Refusal"} & set(bases):
            importlib.import_module(source.name)


def below(base):
    return [each for kind in base.__subclasses__() for each in (kind, *below(kind))]


def refusals():
    import_errors()
    kinds = {kind for kind in below(ClubError) if kind.code not in {ClubError.code, Refusal.code}}
    return sorted(kinds, key=lambda kind: (kind.__module__, kind.__name__))


def documented_facts(kind):
    """The facts that the docstring lists (brackets explain them), else those of the sentences."""
    _before, mark, told = (vars(kind).get("__doc__") or "").partition("Facts: ")
    if not mark and "what" in vars(kind):
        return set(PLACEHOLDER.findall(f"{kind.what} {kind.next_step}"))
    return set(re.findall(r"\w+", re.sub(r"\([^)]*\)", "", told)))


def samples(kind):
    """Facts as a place that raises would give them: 7 fits a number and a text."""
    facts = dict.fromkeys(documented_facts(kind), 7)
    if kind.code == "not_allowed":
        return [facts | {"capability": one} for one in Capability]
    if kind.code == "bank_file_refused":
        return [facts | {"fault": fault} for fault in FAULTS]
    if kind.code == "cannot_undo":
        return [
            dict.fromkeys(PLACEHOLDER.findall(str(text)), 7) | {"why": why} for why, text in REASONS.items()
        ]
    special = {"role": Role.OWNER.value, "capability": Capability.RUN_EVENTS.value}
    return [facts | {name: value for name, value in special.items() if name in facts}]


def test_every_refusal_has_a_sentence_in_every_language():
    kinds = [kind for kind in refusals() if kind.code != BY_REASON]
    assert len(kinds) > 400
    faults = []
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            for kind in kinds:
                faults += [
                    f"{language} {kind.__module__}.{kind.__name__}: {fault}"
                    for facts in samples(kind)
                    for fault in [fault_of(kind(**facts))]
                    if fault
                ]
    assert faults == []


def fault_of(refusal):
    """What is wrong with the sentence of a refusal: none, empty, or one that needs another fact."""
    try:
        text = refusal_text(refusal)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        return repr(error)
    told = (text.what, text.next_step)
    return "" if all(told) and not any(PLACEHOLDER.search(one) for one in told) else repr(told)


def test_a_refusal_with_a_code_has_its_own_sentences():
    """A subclass with a code of its own and inherited sentences would tell those of another refusal."""
    kinds = [kind for kind in refusals() if "code" in vars(kind)]
    assert len(kinds) > 400
    borrowed = [
        f"{kind.__module__}.{kind.__name__}"
        for kind in kinds
        if not ({"what", "next_step"} <= vars(kind).keys() or "sentences" in vars(kind))
    ]
    assert borrowed == []


def test_an_app_has_one_refusal_of_a_code():
    codes = Counter((kind.__module__.split(".")[0], kind.code) for kind in refusals() if "code" in vars(kind))
    assert [code for code, times in codes.items() if times > 1] == []


def test_a_refusal_without_a_sentence_is_found():
    class Unspoken(ClubError):
        """Refuse without words."""

        code = "unspoken"

    assert "Unspoken" in fault_of(Unspoken())


def placeholders(kind):
    """Return the facts in the sentences of a class; none where they depend on the facts."""
    texts = () if kind.sentences is not ClubError.sentences else (kind.what, kind.next_step)
    return {name for text in texts for name in PLACEHOLDER.findall(str(text))}


def test_every_place_that_refuses_gives_the_facts_of_the_sentence():
    kinds = {(kind.__module__, kind.__name__): kind for kind in refusals()}
    places, faults = 0, []
    for source in own_sources().values():
        for call, kind in calls_of(source.tree, kinds, source.name):
            if any(keyword.arg is None for keyword in call.keywords):
                continue
            places += 1
            missing = placeholders(kind) - {keyword.arg for keyword in call.keywords}
            if missing:
                faults.append(f"{source.path}:{call.lineno} {kind.__name__}: {sorted(missing)}")
    assert places > 500
    assert faults == []


def calls_of(tree, kinds, module):
    """Every `Refusal(...)` of a module, and every `raise Refusal`, with its class."""
    names = {name: kind for (home, name), kind in kinds.items() if home == module}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            for one in node.names:
                if (node.module, one.name) in kinds:
                    names[one.asname or one.name] = kinds[node.module, one.name]
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
            yield node, names[node.func.id]
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Name) and node.exc.id in names:
            yield ast.Call(node.exc, [], [], lineno=node.lineno), names[node.exc.id]


def test_the_api_words_a_conflict_in_one_way():
    """A sentence begins with "Answers 409"; a clause of a longer one may be shorter."""
    other = re.compile(r'(?:\. |"""|^ +)(?:Returns )?409 ', re.MULTILINE)
    found = [
        name
        for name, source in own_sources().items()
        if "api" in name.split(".") and other.search(source.path.read_text("utf-8"))
    ]
    assert found == []
