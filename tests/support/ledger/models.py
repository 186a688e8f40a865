"""The ledger."""

from django.db import models


class Line(models.Model):
    """What one job wrote. Nothing keeps a line from being there twice, so that a double is seen."""

    number = models.IntegerField()

    def __str__(self):
        return str(self.number)
