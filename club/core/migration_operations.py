"""Migration operation of this project, in addition to Django's own, and the check of squashed migrations."""

from collections.abc import Collection, Sequence

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import CreateModel
from django.db.migrations.operations.base import Operation, OperationCategory
from django.db.migrations.state import ProjectState


class CreateModels(Operation):
    """Create the tables of many models at once, in any order and with links in both directions.

    Django's `CreateModel` renders all models of the project again for each table: a hundred linked tables
    take a minute. Here the models are rendered once, after the last is known. Foreign keys to later tables
    are valid: SQLite looks a table up when a row is written, and on PostgreSQL the schema editor adds
    constraints at the end.

    Only for models without data in between: a data migration needs an operation of its own.
    """

    category = OperationCategory.ADDITION
    serialization_expand_args = ["models"]

    def __init__(self, models: Sequence[CreateModel]) -> None:
        self.models = models

    def deconstruct(self) -> tuple[str, list[object], dict[str, object]]:
        """Return the arguments as a migration file has them."""
        return self.__class__.__qualname__, [], {"models": self.models}

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Add all models; they are rendered when they are next needed."""
        state.__dict__.pop("apps", None)
        for model in self.models:
            model.state_forwards(app_label, state)

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Create the tables."""
        for model in self.models:
            model.database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Drop the tables in reverse order."""
        for model in reversed(self.models):
            model.database_backwards(app_label, schema_editor, from_state, to_state)

    def describe(self) -> str:
        """Return one line for the output of `migrate`."""
        return f"Create models {', '.join(model.name for model in self.models)}"


def partly_applied(applied: Collection[tuple[str, str]]) -> list[str]:
    """List the apps with only some of their squashed steps applied. Django would never apply the others."""
    squashed = MigrationLoader(None).replacements.items()
    steps = {app: set(migration.replaces) for (app, _name), migration in squashed}
    return sorted(
        app for app, replaced in steps.items() if 0 < len(replaced.intersection(applied)) < len(replaced)
    )
