"""Statements of ISO 20022 (CAMT.053, every version): entries, batches, reversals, balances.

The namespace alone gives the version. Where versions use different names (`Dbtr/Nm` and `Dbtr/Pty/Nm`, `Sts`
and `Sts/Cd`), both are tried. External entities are never opened.
"""

import re
from collections.abc import Iterator
from datetime import date
from typing import NoReturn
from xml.etree.ElementTree import Element, TreeBuilder

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser, ParseError

from club.banking.formats.amounts import read_day, xml_amount
from club.banking.formats.values import BankFileFault, BankLine, Statement
from club.money.payment_codes import plain_code

SPACE = re.compile(r"\{urn:iso:std:iso:20022:tech:xsd:camt\.(\d{3})\.001\.(\d{2})\}Document", re.ASCII)
STATEMENTS = "053"
BOOKED, CREDIT, DEBIT = "BOOK", "CRDT", "DBIT"
OPENING, CLOSING = ("OPBD", "PRCD"), ("CLBD",)
NOT_PROVIDED = frozenset({"NOTPROVIDED", "NOT PROVIDED", "NONREF", "NOREF"})
MAX_LINES = 20_000
DAY_WIDTH = 10
MAX_ELEMENTS, MAX_DEPTH = 600_000, 40
"""Elements of a file of 20 MB whose elements have 33 bytes; entries have 40 to 60 a piece, 14 levels deep."""
LONG_TAG = re.compile(rb"<[^<>]{20000}")
"""A tag with thousands of attributes, which are in memory before any element is counted."""


def is_xml(data: bytes) -> bool:
    """Check that a file begins as XML does."""
    return data.lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n\0")[:1] == b"<"


def read_camt(data: bytes) -> list[Statement]:
    """Parse the statements of a file; raise BankFileFault with the reason if that fails."""
    if LONG_TAG.search(data):
        raise BankFileFault("forbidden_xml")
    try:
        parser = DefusedXMLParser(target=_BoundedTree(), forbid_dtd=True)
        parser.feed(data)
        document = parser.close()
    except ParseError as error:
        raise BankFileFault("not_xml", line=error.position[0]) from None
    except (DefusedXmlException, LookupError, ValueError):
        raise BankFileFault("forbidden_xml") from None
    found = SPACE.fullmatch(document.tag)
    if found is None:
        raise BankFileFault("not_camt", told=document.tag.rpartition("}")[2])
    if found[1] != STATEMENTS:
        raise BankFileFault("not_a_statement", told=f"camt.{found[1]}")
    space = document.tag.removesuffix("Document")
    parts = document.findall(f"{space}BkToCstmrStmt/{space}Stmt")
    if not parts:
        raise BankFileFault("no_statement")
    return [_Reader(space).statement(part) for part in parts]


class _BoundedTree(TreeBuilder):
    """Builder of a tree that refuses one with more elements or levels than a statement can have.

    5 MB of nested elements took 440 MB.
    """

    def __init__(self) -> None:
        super().__init__()
        self.count = self.depth = 0

    def start(self, tag: str, attrs: dict[str, str], /) -> Element:
        """Count an element. Raises BankFileFault."""
        self.count += 1
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise BankFileFault("forbidden_xml")
        if self.count > MAX_ELEMENTS:
            raise BankFileFault("too_large", told=str(MAX_ELEMENTS))
        return super().start(tag, attrs)

    def end(self, tag: str, /) -> Element:
        """Leave an element."""
        self.depth -= 1
        return super().end(tag)


class _Reader:
    """Reader of one statement in one namespace."""

    def __init__(self, space: str) -> None:
        self.space = space
        self.number = 0

    def text(self, part: Element | None, *paths: str) -> str:
        """Return the first non-empty text of these paths, with single spaces."""
        for path in paths:
            found = self.part(part, path)
            told = " ".join((found.text or "").split()) if found is not None else ""
            if told:
                return told
        return ""

    def part(self, part: Element | None, path: str) -> Element | None:
        """Return the element at a path."""
        return None if part is None else part.find(self._path(path))

    def parts(self, part: Element, path: str) -> list[Element]:
        """Return all elements at a path."""
        return part.findall(self._path(path))

    def _path(self, path: str) -> str:
        return "/".join(f"{self.space}{step}" for step in path.split("/"))

    def statement(self, part: Element) -> Statement:
        """Parse one statement and compare its balances with its entries."""
        account = plain_code(self.text(part, "Acct/Id/IBAN", "Acct/Id/Othr/Id"))
        if not account:
            raise BankFileFault("no_account", field="Acct")
        opening, currency = self._balance(part, OPENING, first=True)
        closing, other = self._balance(part, CLOSING, first=False)
        currency = self.text(part, "Acct/Ccy") or currency or other
        lines: list[BankLine] = []
        pending, moved = 0, 0
        for entry in self.parts(part, "Ntry"):
            self.number += 1
            if self._state(entry) != BOOKED:
                pending += 1
                continue
            whole, own = self._amount(entry)
            currency = currency or own
            if own != currency:
                raise BankFileFault("other_currency", line=self.number, field="Amt", told=own)
            moved += whole
            lines += self._lines(entry, whole, currency)
            if len(lines) > MAX_LINES:
                raise BankFileFault("too_many_lines", told=str(MAX_LINES))
        if opening is not None and closing is not None and opening + moved != closing:
            raise BankFileFault("balances_differ", field="Bal", told=str(closing - opening - moved))
        return Statement(
            account=account,
            currency=currency,
            label=self.text(part, "Id"),
            opening=opening,
            closing=closing,
            pending=pending,
            lines=tuple(lines),
        )

    def _balance(self, part: Element, codes: tuple[str, ...], *, first: bool) -> tuple[int | None, str]:
        """Balance of a kind. A page of a longer statement has more than one: the outermost counts."""
        for code in codes:
            found = [one for one in self.parts(part, "Bal") if self.text(one, "Tp/CdOrPrtry/Cd") == code]
            if found:
                amount, currency = self._amount(found[0] if first else found[-1])
                return amount, currency
        return None, ""

    def _state(self, entry: Element) -> str:
        return self.text(entry, "Sts/Cd", "Sts") or BOOKED

    def _amount(self, part: Element, path: str = "Amt") -> tuple[int, str]:
        """Signed amount: the effect on the account, for a reversal as well."""
        found = self.part(part, path)
        if found is None:
            raise BankFileFault("no_amount", line=self.number, field=path)
        currency = found.get("Ccy", "")
        try:
            amount = xml_amount(found.text or "", currency=currency)
        except ValueError:
            raise BankFileFault("no_amount", line=self.number, field=path, told=found.text or "") from None
        return amount * self._sign(part), currency

    def _sign(self, part: Element) -> int:
        told = self.text(part, "CdtDbtInd")
        if told not in {CREDIT, DEBIT}:
            raise BankFileFault("no_direction", line=self.number, field="CdtDbtInd", told=told)
        return 1 if told == CREDIT else -1

    def _lines(self, entry: Element, whole: int, currency: str) -> Iterator[BankLine]:
        """Parse an entry into one line, or one line per payment of a batch whose payments add up to it."""
        details = self.parts(entry, "NtryDtls/TxDtls")
        amounts = [self._detail_amount(one, whole, currency) for one in details]
        told = [amount for amount in amounts if amount is not None]
        if len(details) > 1 and len(told) == len(details) and sum(told) == whole:
            for at, (detail, amount) in enumerate(zip(details, told, strict=True), 1):
                yield self._line(entry, detail, amount, currency, at=at)
            return
        yield self._line(entry, details[0] if len(details) == 1 else None, whole, currency, at=0)

    def _detail_amount(self, detail: Element, whole: int, currency: str) -> int | None:
        """Amount of one payment of an entry, in the currency of the account."""
        for path in ("Amt", "AmtDtls/TxAmt/Amt"):
            found = self.part(detail, path)
            if found is not None and found.get("Ccy", "") == currency:
                try:
                    amount = xml_amount(found.text or "", currency=currency)
                except ValueError:
                    raise BankFileFault(
                        "no_amount", line=self.number, field=path, told=found.text or ""
                    ) from None
                has_own = self.part(detail, "CdtDbtInd") is not None
                return amount * (self._sign(detail) if has_own else (1 if whole >= 0 else -1))
        return None

    def _line(
        self, entry: Element, detail: Element | None, amount: int, currency: str, *, at: int
    ) -> BankLine:
        is_reversal = self.text(entry, "RvslInd") in {"true", "1"}
        return_code = self.text(detail, "RtrInf/Rsn/Cd", "RtrInf/Rsn/Prtry")
        side = "Dbtr" if (amount >= 0) != (is_reversal or bool(return_code)) else "Cdtr"
        name, iban = self._party(detail, side)
        bank_id = self._provided_text(detail, "Refs/AcctSvcrRef", "Refs/TxId") if at else ""
        whole_id = self._provided_text(entry, "AcctSvcrRef") or self._provided_text(
            detail, "Refs/AcctSvcrRef"
        )
        if at and whole_id:
            whole_id = f"{whole_id}/{bank_id or at}"
        free = [*self._free(detail), self.text(detail, "AddtlTxInf")]
        text = " ".join(one for one in free if one) or self.text(entry, "AddtlNtryInf")
        return BankLine(
            number=self.number,
            booked_on=self._day(entry, "BookgDt") or self._day(entry, "ValDt") or self._no_day(),
            value_on=self._day(entry, "ValDt"),
            amount=amount,
            currency=currency,
            bank_id=whole_id or bank_id,
            name=name,
            iban=iban,
            reference=plain_code(self.text(detail, "RmtInf/Strd/CdtrRefInf/Ref")),
            end_to_end=self._provided_text(detail, "Refs/EndToEndId"),
            text=text,
            is_reversal=is_reversal,
            return_code=return_code,
        )

    def _provided_text(self, part: Element | None, *paths: str) -> str:
        told = self.text(part, *paths)
        return "" if told.upper() in NOT_PROVIDED else told

    def _free(self, detail: Element | None) -> list[str]:
        if detail is None:
            return []
        told = [" ".join((one.text or "").split()) for one in self.parts(detail, "RmtInf/Ustrd")]
        more = self.parts(detail, "RmtInf/Strd/AddtlRmtInf")
        return told + [" ".join((one.text or "").split()) for one in more]

    def _party(self, detail: Element | None, side: str) -> tuple[str, str]:
        """Name and account of the other party. A returned payment names its parties as they were."""
        paths = (f"RltdPties/{side}/Pty/Nm", f"RltdPties/{side}/Nm")
        last = (f"RltdPties/Ultmt{side}/Pty/Nm", f"RltdPties/Ultmt{side}/Nm")
        return self.text(detail, *paths, *last), plain_code(
            self.text(detail, f"RltdPties/{side}Acct/Id/IBAN")
        )

    def _day(self, entry: Element, path: str) -> date | None:
        told = self.text(entry, f"{path}/Dt", f"{path}/DtTm")[:DAY_WIDTH]
        try:
            return read_day(told) if told else None
        except ValueError:
            raise BankFileFault("no_day", line=self.number, field=path, told=told) from None

    def _no_day(self) -> NoReturn:
        raise BankFileFault("no_day", line=self.number, field="BookgDt")
