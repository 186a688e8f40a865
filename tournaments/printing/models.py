"""Paper of a club: the size of its printer's sheets and the design of its certificates."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from club.paper.paper_formats import PaperSize

SIZES = ((PaperSize.A4.value, "A4"), (PaperSize.LETTER.value, "Letter"))


class CertificateDesign(models.TextChoices):
    """Design of a certificate."""

    CLASSIC = "classic", pgettext_lazy("design of a certificate", "Classic")
    MODERN = "modern", pgettext_lazy("design of a certificate", "Modern")
    BOARD = "board", pgettext_lazy("design of a certificate", "Board")
    MINIMAL = "minimal", pgettext_lazy("design of a certificate", "Minimal")
    FESTIVE = "festive", pgettext_lazy("design of a certificate", "Festive")


class PaperDefaults(models.Model):
    """Default paper size and certificate design of a club."""

    organisation = models.OneToOneField(
        "club.Organisation", on_delete=models.CASCADE, related_name="paper_defaults"
    )
    size = models.CharField(_("paper size"), max_length=10, choices=SIZES)
    design = models.CharField(_("design of certificates"), max_length=20, choices=CertificateDesign.choices)

    class Meta:
        verbose_name = _("paper of a club")
        verbose_name_plural = _("paper of clubs")
        constraints = (
            models.CheckConstraint(
                condition=models.Q(size__in=[key for key, _label in SIZES]), name="paper_size_is_known"
            ),
            models.CheckConstraint(
                condition=models.Q(design__in=CertificateDesign.values), name="certificate_design_is_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.organisation}: {self.size}"
