"""The Celery application; it runs jobs, the job table determines which."""

import os

from celery import Celery
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "club.config.settings")
TRANSPORT_ALIASES["embedded"] = "club.jobs.transport:Transport"

app = Celery("club")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.steps["consumer"].add("club.tasks:Sweeper")
app.steps["consumer"].add("club.tasks:Heart")
# Web servers answer in their own threads; without this they would find an unconfigured application.
app.set_default()
