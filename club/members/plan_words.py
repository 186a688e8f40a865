"""Known names of membership kinds in member lists, in the languages of the site and of neighbours."""

from collections.abc import Iterable

from club.core.names import folded
from club.models import MembershipPlan, PlanKind

WORDS: dict[str, tuple[str, ...]] = {
    PlanKind.YOUTH: (
        *("youth", "junior", "juniors", "pupil", "student", "jeugd", "jeugdlid", "pupil", "aspirant"),
        *("jeune", "jeunes", "cadet", "jovem", "juvenil", "jugend", "schuler", "юниор", "юноши", "дети"),
    ),
    PlanKind.HONORARY: (
        *("honorary", "honorary member", "erelid", "lid van verdienste", "honneur", "membre d'honneur"),
        *("honorario", "socio honorario", "ehrenmitglied", "почетный", "почетный член"),
    ),
    PlanKind.FAMILY: (
        *("family", "household", "gezin", "gezinslid", "famille", "familia", "familie", "семья"),
        "семейный",
    ),
    PlanKind.DAY_GUEST: ("guest", "day guest", "visitor", "gast", "dagasten", "invite", "convidado", "гость"),
    PlanKind.ADULT: (
        *("adult", "senior", "seniors", "full", "full member", "ordinary", "regular", "volwassen"),
        *("volwassene", "seniorlid", "gewoon lid", "lid", "adulte", "senioren", "erwachsen", "взрослый"),
        *("erwachsener", "adulto", "efetivo"),
    ),
}
KIND_OF_WORD = {folded(word): kind for kind, words in WORDS.items() for word in words}


def guessed_plan(value: str, plans: Iterable[MembershipPlan]) -> MembershipPlan | None:
    """Return the one plan that matches a value: by its name, else by the kind of membership."""
    told, offered = folded(value), list(plans)
    named = [plan for plan in offered if folded(plan.name) == told]
    kind = KIND_OF_WORD.get(told)
    of_kind = [plan for plan in offered if plan.kind == kind]
    for found in (named, of_kind):
        if len(found) == 1:
            return found[0]
    return None
