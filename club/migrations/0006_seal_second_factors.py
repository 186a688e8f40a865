"""Seal the secrets of second factors, which were stored in the clear."""

from collections.abc import Callable
from typing import Any

from django.db import migrations

from club.core.site_secrets import seal, unseal


def _rewrite(apps: Any, alias: str, rewrite: Callable[[str], str]) -> None:
    authenticators = apps.get_model("mfa", "Authenticator").objects.using(alias)
    for row in authenticators.filter(type__in=["totp", "recovery_codes"]):
        for name in ("secret", "seed"):
            if name in row.data:
                row.data[name] = rewrite(row.data[name])
        if "migrated_codes" in row.data:
            row.data["migrated_codes"] = [rewrite(code) for code in row.data["migrated_codes"]]
        row.save(update_fields=["data"])


def seal_all(apps: Any, schema_editor: Any) -> None:
    """Seal what is not sealed."""
    _rewrite(apps, schema_editor.connection.alias, lambda text: text if unseal(text) is not None else seal(text))


def unseal_all(apps: Any, schema_editor: Any) -> None:
    """Open what this site can open."""
    _rewrite(apps, schema_editor.connection.alias, lambda text: unseal(text) or text)


class Migration(migrations.Migration):
    dependencies = [("club", "0005_person_photos"), ("mfa", "0003_authenticator_type_uniq")]
    operations = [migrations.RunPython(seal_all, unseal_all, elidable=True)]
