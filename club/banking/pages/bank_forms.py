"""Forms about bank files."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from club.banking.formats.amounts import COMMA, DAY_FIRST, MONTH_FIRST, POINT
from club.banking.formats.files import MAX_FILE_SIZE
from club.banking.formats.layouts import FIELDS, MAX_COLUMNS, Layout
from club.members.pages.member_forms import OneClubForm, line_field

NUMBER_WIDTH = 16  # what fits the column of a key


class FileForm(OneClubForm):
    """Upload of a bank file."""

    file = forms.FileField(
        label=_("Bank file (CAMT.053, CSV or a zip of these)"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".xml,.csv,.txt,.zip"}),
    )
    table = forms.CharField(
        required=False, max_length=MAX_FILE_SIZE, strip=False, widget=forms.HiddenInput, label=""
    )
    name = forms.CharField(required=False, max_length=200, widget=forms.HiddenInput, label="")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["file"].required = not self.data.get("table")

    def data_sent(self) -> bytes:
        """Return the upload: a file, or a table whose columns were named."""
        file = self.cleaned_data["file"]
        if file is not None:
            return bytes(file.read(MAX_FILE_SIZE + 1))
        return str(self.cleaned_data["table"]).encode()

    def file_name(self) -> str:
        """Return the treasurer's name of the file."""
        file = self.cleaned_data["file"]
        return str(file.name) if file is not None else str(self.cleaned_data["name"])


class LayoutForm(forms.Form):
    """Fields of a table's columns, and its formats."""

    heading_row = forms.IntegerField(min_value=0, max_value=200, widget=forms.HiddenInput, initial=0)
    decimal_mark = forms.ChoiceField(
        label=_("Decimal separator"),
        required=False,
        choices=[("", _("detect automatically")), (COMMA, "1.234,56"), (POINT, "1,234.56")],
    )
    date_order = forms.ChoiceField(
        label=_("Date order"),
        required=False,
        choices=[
            ("", _("detect automatically")),
            (DAY_FIRST, _("day first")),
            (MONTH_FIRST, _("month first")),
        ],
    )
    account = line_field(_("Account, if not in the table"), length=40, required=False)

    def layout(self, selected: Any) -> Layout:
        """Build the layout from the form; `selected` are the choices of the columns."""
        columns = {at: selected.get(f"column_{at}", "") for at in range(MAX_COLUMNS)}
        return Layout(
            columns={at: field for at, field in columns.items() if field in FIELDS},
            heading_row=self.cleaned_data["heading_row"],
            decimal_mark=self.cleaned_data["decimal_mark"],
            date_order=self.cleaned_data["date_order"],
        )


class IgnoreForm(forms.Form):
    """Reason why a movement is not a member's payment."""

    reason = line_field(_("Reason"), length=300)


def is_number(text: str) -> bool:
    """Check that a form sent the number of a row."""
    return text.isascii() and text.isdigit() and len(text) < NUMBER_WIDTH
