"""An incident that is ruled on at once."""

from tournaments.cases.services.incidents import IncidentForm, file_incident


def file_and_rule(*, event_id, actor, **form):
    """File an incident with its decision; return the ruling."""
    return file_incident(event_id=event_id, form=IncidentForm(must_rule=True, **form), actor=actor).ruling
