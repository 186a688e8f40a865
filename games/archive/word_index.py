"""Index of a column for words anywhere in it, and the condition that a column has some words."""

from typing import Any, Final

from django.db import models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.backends.ddl_references import Statement
from django.db.models import Q

TRIGRAM: Final = 3
"""Letters of the parts that PostgreSQL indexes."""


def has_trigrams(connection: Any) -> bool:
    """Check that the database is PostgreSQL with the extension `pg_trgm`."""
    if connection.vendor != "postgresql":
        return False
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'")
        return cursor.fetchone() is not None


class WordIndex(models.Index):
    """Index for words anywhere in one column: of trigrams where PostgreSQL has them, else of whole values.

    An index of whole values is scanned instead of the table, which is many times as large.
    """

    def create_sql(
        self,
        model: type[models.Model],
        schema_editor: BaseDatabaseSchemaEditor,
        using: str = "",
        **kwargs: Any,
    ) -> Statement:
        """Return the statement that creates the index."""
        if not has_trigrams(schema_editor.connection):
            return super().create_sql(model, schema_editor, using, **kwargs)
        trigrams = models.Index(fields=self.fields, name=self.name, opclasses=["gin_trgm_ops"])
        return trigrams.create_sql(model, schema_editor, using=" USING gin", **kwargs)


def has_words(column: str, words: list[str]) -> Q:
    """Return the condition that a column of folded words has each of these somewhere.

    A word shorter than a trigram is looked for at the beginning of a word, where the index has it.
    """
    condition = Q()
    for word in words:
        found = Q((f"{column}__contains", word))
        if len(word) < TRIGRAM and word.isascii():
            found = Q((f"{column}__startswith", word)) | Q((f"{column}__contains", f" {word}"))
        condition &= found
    return condition
