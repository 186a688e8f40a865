"""Settings. Everything that differs between a laptop and a federation is read from the environment here."""

import os
from pathlib import Path

import django_stubs_ext
from django.core.exceptions import ImproperlyConfigured

from club.config import env
from club.config.storage import default_data_dir, stored_secret_key

django_stubs_ext.monkeypatch()

ENV = os.environ
BASE_DIR = Path(__file__).resolve().parent.parent.parent
DATA_DIR = env.read_path(ENV, "DRAUGHTS_DATA_DIR", default=default_data_dir(ENV))
DATABASE_URL = ENV.get("DATABASE_URL", "").strip()
REDIS_URL = ENV.get("REDIS_URL", "").strip()

DEBUG = env.read_bool(ENV, "DRAUGHTS_DEBUG", default=False)
SECRET_KEY = ENV.get("DRAUGHTS_SECRET_KEY", "")
if not SECRET_KEY:
    if DATABASE_URL:
        raise ImproperlyConfigured("DRAUGHTS_SECRET_KEY must be set where DATABASE_URL is.")
    SECRET_KEY = stored_secret_key(DATA_DIR)
ALLOWED_HOSTS = env.read_list(ENV, "DRAUGHTS_ALLOWED_HOSTS", default=("localhost", "127.0.0.1", "[::1]"))

INSTALLED_APPS = [
    "tournaments",
    "games",
    "club",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "club.middleware.SecurityHeaders",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "club.middleware.UploadLimit",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "club.config.urls"
WSGI_APPLICATION = "club.config.wsgi.application"
ASGI_APPLICATION = "club.config.asgi:application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# ---- database ----
DATABASES = {"default": env.database_settings(url=DATABASE_URL, data_dir=DATA_DIR)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "club.User"

# ---- jobs: the table is the truth, a message wakes a worker ----
CELERY_BROKER_URL = REDIS_URL or "embedded://localhost"
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {
        # The messages of a killed worker come back after these seconds. A longer job is guarded by its row.
        "visibility_timeout": 60,
        "queue_order_strategy": "priority",
        "socket_connect_timeout": 2,
        "socket_timeout": 5,
    }
    if REDIS_URL
    else {"path": str(DATA_DIR / "queue.sqlite3")}
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_DEFAULT_QUEUE = "bulk"
CELERY_TASK_CREATE_MISSING_QUEUES = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
# A refused send is noted and left to the sweeper: nobody waits for a broker.
CELERY_TASK_PUBLISH_RETRY = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True

# ---- language, time ----
LANGUAGE_CODE = "en"
USE_I18N = True
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True

# ---- files ----
STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
MEDIA_ROOT = DATA_DIR / "media"
# What one request may send: a whole archive of games. Form fields (a pasted record) have their own limit.
UPLOAD_LIMIT = env.read_int(ENV, "DRAUGHTS_UPLOAD_LIMIT", default=200 * 1024 * 1024, least=1024)
DATA_UPLOAD_MAX_MEMORY_SIZE = env.read_int(ENV, "DRAUGHTS_FORM_LIMIT", default=5 * 1024 * 1024, least=1024)
FILE_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
FILE_UPLOAD_PERMISSIONS = 0o600

# ---- behind https ----
HTTPS = env.read_bool(ENV, "DRAUGHTS_HTTPS", default=False)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
CSRF_TRUSTED_ORIGINS = env.read_list(ENV, "DRAUGHTS_TRUSTED_ORIGINS")

# ---- what is told, and where ----
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        # A link to an address with another host, and a page that is not there, are no fault of ours.
        "django.security.DisallowedHost": {"handlers": [], "level": "CRITICAL", "propagate": False},
        "django.request": {"handlers": [], "level": "ERROR", "propagate": True},
    },
}

# ---- API ----
REST_FRAMEWORK = {
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Draughts club",
    "DESCRIPTION": "Recorded games, the laws of draughts, and what the laws say of a game.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}
