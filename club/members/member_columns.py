"""Columns of member lists, with headings in the languages of the site and of neighbouring countries."""

import re
from collections.abc import Iterable, Sequence
from datetime import date

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext_lazy as _

from club.core.names import fold_name
from club.lists.cells import InvalidCell, day_of, one_line
from club.lists.columns import Column, ListColumns, words_of
from club.models import MembershipPlan, PlanKind

YEAR_ALONE = re.compile(r"(?:18|19|20)\d\d")
MAX_NUMBER_LENGTH = 40
FEDERATIONS = ("kndb", "fmjd", "idf", "wcdf", "acf", "eda", "ffjd", "kbdb", "frbjd")
"""Federations whose numbers clubs store in a column of its own, headed by the federation."""


def mail_address(cell: str) -> str:
    """Parse an email address."""
    try:
        validate_email(cell)
    except ValidationError:
        raise InvalidCell("no_mail_address", cell) from None
    return cell.lower()


def start_of(cell: str) -> date:
    """Parse the start of a membership; a year alone means its first day."""
    return day_of(f"{cell}-01-01" if YEAR_ALONE.fullmatch(cell) else cell)


def numbers_of(cell: str) -> tuple[tuple[str, str], ...]:
    """Parse numbers of federations, such as "KNDB 12345, FMJD 678": the federation first, then the number."""
    found: dict[str, str] = {}
    for part in filter(None, (one.strip() for one in re.split(r"[,;/\n]", cell))):
        body, _space, number = part.rpartition(" ")
        body, number = body.strip(" :").upper(), number.strip()
        is_whole = body and number and body not in found
        if not is_whole or max(len(body), len(number)) > MAX_NUMBER_LENGTH:
            raise InvalidCell("no_federation_number", part)
        found[body] = number
    return tuple(found.items())


class MemberColumns(ListColumns):
    """Columns of a member list: a name may be in one column or in several."""

    def guess(self, rows: Sequence[Sequence[str]]) -> dict[int, str]:
        """Guess the field of each column by its heading; one part of a name alone is the name."""
        found = super().guess(rows)
        there = set(found.values())
        renamed: dict[str, str] = {}
        if "last_name" in there and "first_name" not in there:
            renamed = {"last_name": "name"}
        elif "first_name" in there and "last_name" not in there:
            # "Name, Vorname": here "Name" is the family name
            renamed = {"name": "last_name"} if "name" in there else {"first_name": "name"}
        return {at: renamed.get(field, field) for at, field in found.items()}


MEMBER_COLUMNS = MemberColumns(
    name=Column(
        _("full name"),
        "name, full name, member, naam, volledige naam, lid, nom complet, nome completo, фио",
        max_length=200,
    ),
    first_name=Column(
        _("first name"),
        "first name, given name, forename, voornaam, prenom, nome, имя, vorname, vornamen",
        max_length=200,
    ),
    prefix=Column(
        _("family name prefix"),
        """tussenvoegsel, tussenvoegsels, voorvoegsel, voorvoegsels, prefix, name prefix, infix, particule,
        particula, namenszusatz, vorsatzwort, частица""",
        max_length=60,
    ),
    last_name=Column(
        _("family name"),
        """last name, surname, family name, achternaam, nom, nom de famille, apelido, sobrenome, фамилия,
        nachname, familienname, zuname""",
        max_length=200,
    ),
    email=Column(
        _("email"),
        "email, e-mail, mail, mail address, e-mailadres, courriel, почта, e-mail-adresse",
        read=mail_address,
        max_length=254,
    ),
    phone=Column(
        _("telephone"),
        "phone, telephone, tel, mobile, telefoon, mobiel, gsm, telefone, телефон, telefon, handy",
        max_length=60,
    ),
    born_on=Column(
        _("birth date"),
        """born, born on, birthday, birth date, date of birth, dob, geboortedatum, geboren,
        date de naissance, naissance, data de nascimento, nascimento, дата рождения, geb, gebdatum,
        geb.datum, geburtsdatum, geburtstag""",
        read=day_of,
        empty=None,
    ),
    address=Column(
        _("address"),
        """address, street, adres, adresse, endereco, morada, адрес, anschrift, straat, rue, rua, strasse,
        улица, house number, huisnummer, hausnummer, zip, zip code, postcode, postal code, code postal,
        codigo postal, cep, plz, postleitzahl, индекс, city, town, plaats, woonplaats, ville, cidade,
        localidade, ort, wohnort, город""",
        read=lambda cell: cell.replace("\n", ", "),
        max_length=300,
        joint=", ",
    ),
    household=Column(
        _("household"),
        "household, family, huishouden, gezin, foyer, famille, familia, семья",
        read=one_line,
        max_length=120,
    ),
    title=Column(_("title"), "title, titel, titre, titulo, звание", max_length=20),
    languages=Column(
        _("languages"),
        "languages, language, talen, taal, langues, langue, linguas, idiomas, языки",
        max_length=120,
    ),
    federation_numbers=Column(
        _("federation numbers"),
        f"""federation numbers, federation number, bondsnummer, bondsnummers, numero federal,
        numero de federation, numeros de federation, номер в федерации, {", ".join(FEDERATIONS)}""",
        read=numbers_of,
        empty=(),
        joint=", ",
    ),
    plan=Column(
        _("plan"),
        """plan, membership, type, category, lidmaatschap, soort, formule, plano, план, beitrag, tarif,
        membership type, membership kind, kind of membership, member type, kind of member, soort lid,
        soort lidmaatschap, lidsoort, type lid, type lidmaatschap, categorie, type de membre,
        type d'adhesion, categorie de membre, categoria, tipo de socio, категория, вид членства,
        тип членства, mitgliedsart, art der mitgliedschaft""",
        max_length=80,
    ),
    starts_on=Column(
        _("member from"),
        """from, since, member since, joined, start, starts on, lid sinds, sinds, depuis, desde, eintritt,
        mitglied seit, lid vanaf""",
        read=start_of,
        empty=None,
    ),
)
"""Columns of a member list, in the order of the choices on the page."""


PLAN_NAMES = {
    PlanKind.YOUTH: """youth, junior, juniors, pupil, student, jeugd, jeugdlid, pupil, aspirant, jeune,
        jeunes, cadet, jovem, juvenil, jugend, schuler, юниор, юноши, дети""",
    PlanKind.HONORARY: """honorary, honorary member, erelid, lid van verdienste, honneur,
        membre d'honneur, honorario, socio honorario, ehrenmitglied, почетный, почетный член""",
    PlanKind.FAMILY: "family, household, gezin, gezinslid, famille, familia, familie, семья, семейный",
    PlanKind.DAY_GUEST: "guest, day guest, visitor, gast, dagasten, invite, convidado, гость",
    PlanKind.ADULT: """adult, senior, seniors, full, full member, ordinary, regular, volwassen,
        volwassene, seniorlid, gewoon lid, lid, adulte, senioren, erwachsen, взрослый, erwachsener,
        adulto, efetivo""",
}
KIND_OF_NAME = {word: kind for kind, words in PLAN_NAMES.items() for word in words_of(words)}


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
