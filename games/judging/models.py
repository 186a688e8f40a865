"""Checked records that somebody keeps for some days, to send a link to them."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class SavedCheck(models.Model):
    """A text with the choices it was judged by, under an unlisted link; it belongs to no account and no club.

    Only hashes of the two secrets are stored: the link, and what the owner needs beside it. The findings are
    judged again for each reader, in the reader's language; `verdicts` are those of the day it was kept.
    """

    secret_hash = models.CharField(max_length=64, unique=True)
    owner_hash = models.CharField(max_length=64)
    text = models.TextField(_("record"))
    law_book = models.CharField(_("law book"), max_length=40, blank=True)
    variant = models.CharField(_("variant"), max_length=20, blank=True)
    play_on = models.BooleanField(_("Continue after illegal moves"), default=False)
    first_result = models.CharField(max_length=10, blank=True)
    verdicts = models.JSONField(default=list)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    expires_at = models.DateTimeField(_("expires"), db_index=True)

    class Meta:
        ordering = ["id"]
        verbose_name = _("saved check")
        verbose_name_plural = _("saved checks")

    def __str__(self) -> str:
        return f"{self.pk}: {self.expires_at:%Y-%m-%d}"
