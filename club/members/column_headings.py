"""Known headings of columns in member lists, in the languages of the site and of neighbouring countries."""

from collections.abc import Container, Iterable, Mapping, Sequence

from club.core.names import fold_name
from club.models import MembershipPlan, PlanKind

FEDERATIONS = ("kndb", "fmjd", "idf", "wcdf", "acf", "eda", "ffjd", "kbdb", "frbjd")
"""Federations whose numbers clubs store in a column of its own, headed by the federation."""
NAMES_OF_COLUMNS: dict[str, tuple[str, ...]] = {
    "name": (
        "name",
        "full name",
        "member",
        "naam",
        "volledige naam",
        "lid",
        "nom complet",
        "nome completo",
        "фио",
    ),
    "first_name": (
        *("first name", "given name", "forename", "voornaam", "prenom", "nome"),
        *("имя", "vorname", "vornamen"),
    ),
    "last_name": (
        *("last name", "surname", "family name", "achternaam", "nom", "nom de famille"),
        *("apelido", "sobrenome", "фамилия", "nachname", "familienname", "zuname"),
    ),
    "prefix": (
        *("tussenvoegsel", "tussenvoegsels", "voorvoegsel", "voorvoegsels", "prefix", "name prefix", "infix"),
        *("particule", "particula", "namenszusatz", "vorsatzwort", "частица"),
    ),
    "email": (
        *("email", "e-mail", "mail", "mail address", "e-mailadres", "courriel"),
        *("почта", "e-mail-adresse"),
    ),
    "phone": (
        *("phone", "telephone", "tel", "mobile", "telefoon", "mobiel"),
        *("gsm", "telefone", "телефон", "telefon", "handy"),
    ),
    "born_on": (
        *("born", "born on", "birthday", "birth date", "date of birth", "dob", "geboortedatum", "geboren"),
        *("date de naissance", "naissance", "data de nascimento", "nascimento", "дата рождения"),
        *("geb", "gebdatum", "geb.datum", "geburtsdatum", "geburtstag"),
    ),
    "plan": (
        *("plan", "membership", "type", "category", "lidmaatschap", "soort"),
        *("formule", "plano", "план", "beitrag", "tarif"),
        *("membership type", "membership kind", "kind of membership", "member type", "kind of member"),
        *("soort lid", "soort lidmaatschap", "lidsoort", "type lid", "type lidmaatschap", "categorie"),
        *("type de membre", "type d'adhesion", "categorie de membre", "categoria", "tipo de socio"),
        *("категория", "вид членства", "тип членства", "mitgliedsart", "art der mitgliedschaft"),
    ),
    "starts_on": (
        "from",
        "since",
        "member since",
        "joined",
        "start",
        "starts on",
        "lid sinds",
        "sinds",
        "depuis",
        "desde",
        "eintritt",
        "mitglied seit",
        "lid vanaf",
    ),
    "address": (
        *("address", "street", "adres", "adresse", "endereco"),
        *("morada", "адрес", "anschrift", "straat", "rue"),
        *("rua", "strasse", "улица", "house number", "huisnummer"),
        *("hausnummer", "zip", "zip code", "postcode"),
        *("postal code", "code postal", "codigo postal", "cep", "plz"),
        *("postleitzahl", "индекс", "city", "town"),
        *("plaats", "woonplaats", "ville", "cidade", "localidade", "ort", "wohnort", "город"),
    ),
    "household": ("household", "family", "huishouden", "gezin", "foyer", "famille", "familia", "семья"),
    "languages": (
        "languages",
        "language",
        "talen",
        "taal",
        "langues",
        "langue",
        "linguas",
        "idiomas",
        "языки",
    ),
    "title": ("title", "titel", "titre", "titulo", "звание"),
    "federation_numbers": (
        *("federation numbers", "federation number", "bondsnummer", "bondsnummers", "numero federal"),
        *("numero de federation", "numeros de federation", "номер в федерации", *FEDERATIONS),
    ),
}
"""Known column headings in the languages of the site, without accents."""
JOINED = {"address": ", ", "federation_numbers": ", "}
"""Fields that may span several columns, and the separator between their cells."""
MAX_HEADING_ROW = 10  # rows: a title and the author of the list may precede the heading


def heading_at(rows: Sequence[Sequence[str]], fields: Mapping[str, str] | None = None) -> int:
    """Return the index of the heading row: the first row with the most known headings."""
    fields = FIELD_OF_HEADING if fields is None else fields
    known = [sum(plain_heading(cell) in fields for cell in row) for row in rows[:MAX_HEADING_ROW]]
    return known.index(max(known)) if known else 0


def columns_by_heading(
    rows: Sequence[Sequence[str]], fields: Mapping[str, str], joined: Container[str] = ()
) -> dict[int, str]:
    """Map columns to the fields of their headings (`fields_of`); each field once, unless it is joined."""
    found: dict[int, str] = {}
    for at, heading in enumerate(rows[heading_at(rows, fields)] if rows else ()):
        field = fields.get(plain_heading(heading), "")
        if field and (field in joined or field not in found.values()):
            found[at] = field
    return found


def fields_of(headings: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Map each heading to its field, from the headings of each field."""
    return {fold_name(name): field for field, names in headings.items() for name in names}


def plain_heading(heading: str) -> str:
    """Normalize a heading for lookup: without capitals, accents and surrounding punctuation."""
    return fold_name(heading.replace("_", " ")).strip(" :.*")


FIELD_OF_HEADING = fields_of(NAMES_OF_COLUMNS)


def guess_columns(rows: Sequence[Sequence[str]]) -> dict[int, str]:
    """Guess the field of each column by its heading; empty if no heading is known."""
    found = columns_by_heading(rows, FIELD_OF_HEADING, JOINED)
    there = set(found.values())
    if "first_name" in there and "last_name" not in there:
        # "Name, Vorname": here "Name" is the family name
        found = _rename_field(found, *(("name", "last_name") if "name" in there else ("first_name", "name")))
    if "last_name" in there and "first_name" not in there:
        found = _rename_field(found, "last_name", "name")
    return found


def _rename_field(found: Mapping[int, str], before: str, after: str) -> dict[int, str]:
    return {at: after if field == before else field for at, field in found.items()}


PLAN_NAMES: dict[str, tuple[str, ...]] = {
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
KIND_OF_NAME = {fold_name(word): kind for kind, words in PLAN_NAMES.items() for word in words}


def guess_plan(value: str, plans: Iterable[MembershipPlan]) -> MembershipPlan | None:
    """Return the one plan that matches a value: by its name, else by the kind of membership."""
    key, offered = fold_name(value), list(plans)
    named = [plan for plan in offered if fold_name(plan.name) == key]
    kind = KIND_OF_NAME.get(key)
    of_kind = [plan for plan in offered if plan.kind == kind]
    for found in (named, of_kind):
        if len(found) == 1:
            return found[0]
    return None
