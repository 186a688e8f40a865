"""Settings. All differences between a laptop and a federation are read from the environment here."""

import os
import re
from pathlib import Path
from typing import Any

import django
import django_stubs_ext
from django.conf.locale import LANG_INFO
from django.core.exceptions import ImproperlyConfigured

from club.config import env
from club.config.env import default_data_dir, logging_settings, stored_secret_key

django_stubs_ext.monkeypatch()

ENV = os.environ
BASE_DIR = Path(__file__).resolve().parent.parent.parent
DATA_DIR = env.read_path(ENV, "DRAUGHTS_DATA_DIR", default=default_data_dir(ENV))
DATABASE_URL = ENV.get("DATABASE_URL", "").strip()
REDIS_URL = env.read_redis_url(ENV, "REDIS_URL")
HTTPS = env.read_bool(ENV, "DRAUGHTS_HTTPS", default=False)
IS_SERVED = bool(DATABASE_URL or REDIS_URL)
# Set by `manage.py follow` for its page server: nothing is written by it.
IS_COPY = env.read_bool(ENV, "DRAUGHTS_IS_COPY", default=False)

DEBUG = env.read_bool(ENV, "DRAUGHTS_DEBUG", default=False)
if DEBUG and HTTPS:
    raise ImproperlyConfigured(
        "DRAUGHTS_DEBUG is on; behind DRAUGHTS_HTTPS it must be 0: it shows what it knows."
    )
SECRET_KEY = env.read_secret(ENV, "DRAUGHTS_SECRET_KEY", least=50 if HTTPS else 0)
if not SECRET_KEY:
    if DATABASE_URL:
        raise ImproperlyConfigured("DRAUGHTS_SECRET_KEY must be set where DATABASE_URL is.")
    SECRET_KEY = stored_secret_key(DATA_DIR)
# Earlier keys: their signatures stay valid while the new key signs.
SECRET_KEY_FALLBACKS = env.read_list(ENV, "DRAUGHTS_OLD_SECRET_KEYS")
ALLOWED_HOSTS = env.read_hosts(ENV, "DRAUGHTS_ALLOWED_HOSTS", default=("localhost", "127.0.0.1", "[::1]"))

# Address for phones in the same network; `serve` determines it when it listens to them.
PHONE_ADDRESS = ""
# Host name under which `serve` opens the site for browsers on the same machine: passkeys need one.
LOCAL_NAME = ""
# Path of the socket of the public process (`club.live.hub.public_process`); `serve` and `web` start it.
PUBLIC_SOCKET = ""
HAS_PUBLIC_PROCESS = env.read_bool(ENV, "DRAUGHTS_PUBLIC_PROCESS", default=True)

INSTALLED_APPS = [
    "tournaments",
    "games",
    "club",
    "knox",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
]
MIDDLEWARE = [
    "club.site.middleware.ClientAddress",
    "club.site.middleware.LocalName",
    "club.core.request_log.RequestLogMiddleware",
    "club.core.compression.CompressPages",
    "club.live.published.PublishedPages",
    "club.site.middleware.SecurityHeaders",
    "club.site.middleware.ApiOverHttps",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "club.site.middleware.PageLanguage",
    "club.site.middleware.UploadLimit",
    "django.middleware.common.CommonMiddleware",
    "club.backups.pages.copy_of_site.ReadOnlyCopy",
    "django.middleware.csrf.CsrfViewMiddleware",
    "club.site.middleware.PlainText",
    "club.site.middleware.InvalidInputMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "club.site.middleware.RateLimit",
    "club.core.requests.EntryOwner",
    "club.core.requests.AccountLanguage",
    "club.site.middleware.ViewerZone",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
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
                "club.backups.pages.copy_of_site.copy_banner",
            ],
        },
    },
]

# ---- database ----
DATABASES = {"default": env.database_settings(url=DATABASE_URL, data_dir=DATA_DIR, is_copy=IS_COPY)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "club.User"

# ---- sign-in: docs/decisions/0018-sign-in-uses-allauth-with-our-pages-and-codes.md ----
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "club.accounts.passwords.PatientArgon2",
    "club.accounts.passwords.PatientPBKDF2",  # accounts of earlier versions
]
BOUNDED_HASHING = True  # docs/decisions/0073-bound-the-hashing-of-strangers.md
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": name, "OPTIONS": options}
    for name, options in (
        (
            "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
            {"user_attributes": ("email", "first_name", "last_name")},
        ),
        ("django.contrib.auth.password_validation.MinimumLengthValidator", {"min_length": 10}),
        ("club.accounts.passwords.ObviousPasswordValidator", {}),
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "club:desk"
LOGOUT_REDIRECT_URL = "/"
# Without a mail server (a laptop in a hall) no code can arrive. Then addresses stay unverified,
# nothing depends on them, and functions that need mail are not offered.
MAIL_REACHES_PEOPLE = bool(DATABASE_URL or ENV.get("DRAUGHTS_MAIL_URL", "").strip())
OPEN_SIGN_UP = env.read_bool(ENV, "DRAUGHTS_OPEN_SIGN_UP", default=True)
ACCOUNT_ADAPTER = "club.accounts.pages.sign_in.SiteAccounts"
ACCOUNT_FORMS = {"signup": "club.accounts.pages.account_forms.SignUpForm"}
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if MAIL_REACHES_PEOPLE else "none"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = MAIL_REACHES_PEOPLE
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT = 10 * 60
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_CHANGE = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_LOGIN_BY_CODE_ENABLED = MAIL_REACHES_PEOPLE
ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 10 * 60
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
ACCOUNT_PASSWORD_RESET_BY_CODE_TIMEOUT = 10 * 60
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False  # strangers get no mail because another person typed their address
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_MAX_EMAIL_ADDRESSES = 3
ACCOUNT_REAUTHENTICATION_REQUIRED = True
# The limits apply before the hashing. A playing hall shares one address, so the limit of an address is wide
# and that of an account narrow.
ACCOUNT_RATE_LIMITS = {
    "login": "30/m/ip",
    "login_failed": "20/m/ip,5/5m/key",
    "signup": "20/m/ip,60/h/ip",
    "reset_password": "10/m/ip,3/10m/key",
    "request_login_code": "10/m/ip,3/10m/key",
}
MFA_ADAPTER = "club.accounts.pages.sign_in.SecondFactors"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Draughts Club"
MFA_TOTP_TOLERANCE = 1
MFA_ALLOW_UNVERIFIED_EMAIL = not MAIL_REACHES_PEOPLE
USERSESSIONS_TRACK_ACTIVITY = False

# ---- jobs: the table is the source of truth, a message wakes a worker ----
CELERY_BROKER_URL = REDIS_URL or "embedded://localhost"
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {
        # The messages of a killed worker return after these seconds. The row of a longer job guards it.
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
# A failed send is logged and left to the sweeper: no request waits for a broker.
CELERY_TASK_PUBLISH_RETRY = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True

# ---- live pages: the event table is the source of truth, Redis only wakes ----
LIVE_MOST_LISTENERS = env.read_int(ENV, "DRAUGHTS_LIVE_LISTENERS", default=10_000, least=1)
LIVE_TOPIC = "draughts-club:live"
LIVE_EVENTS_KEPT_DAYS = env.read_int(ENV, "DRAUGHTS_LIVE_DAYS", default=14, least=1)
COPIES_KEPT_HOURS = env.read_int(ENV, "DRAUGHTS_COPY_HOURS", default=24, least=1)
JOBS_KEPT_DAYS = env.read_int(ENV, "DRAUGHTS_JOB_DAYS", default=60, least=1)

# ---- retention: personal data other than play ----
CONTACTS_KEPT_DAYS = env.read_int(ENV, "DRAUGHTS_CONTACT_DAYS", default=90, least=1)
REFUSED_CONTACTS_KEPT_DAYS = env.read_int(ENV, "DRAUGHTS_REFUSED_CONTACT_DAYS", default=30, least=1)
MAILS_KEPT_DAYS = env.read_int(ENV, "DRAUGHTS_MAIL_DAYS", default=90, least=1)

# ---- mail: every mail is a row of the outbox first; the worker sends it to the mail server ----
if django.VERSION >= (6, 1):
    MAILERS = {"default": {"BACKEND": "club.jobs.services.outbox.OutboxBackend"}}
else:
    EMAIL_BACKEND = "club.jobs.services.outbox.OutboxBackend"
MAIL_DELIVERY = env.mail_settings(url=ENV.get("DRAUGHTS_MAIL_URL", "").strip(), data_dir=DATA_DIR)
DEFAULT_FROM_EMAIL = SERVER_EMAIL = ENV.get("DRAUGHTS_MAIL_FROM", "").strip() or "draughts-club@localhost"

# ---- cache: no authoritative data; a failed Redis is bypassed ----
CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "club.live.cache.GuardedRedis",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "draughts",
        "OPTIONS": {"socket_connect_timeout": 0.5, "socket_timeout": 0.5},
    }
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 10_000}}
}

# ---- language, time ----
LANGUAGE_CODE = "en"
USE_I18N = True
FORMAT_MODULE_PATH = ["club.config.formats"]
# Each app carries its catalogues in its own `locale` folder.
LANGUAGES = [
    ("en", "English"),
    ("nl", "Nederlands"),
    ("ru", "Русский"),
    ("fr", "Français"),
    ("pt", "Português (Brasil)"),  # the code stays `pt`: it is stored with users, persons and events
]
LANG_INFO["pt"] = {**LANG_INFO["pt"], "name_local": "Português (Brasil)"}
TIME_ZONE = "UTC"
USE_TZ = True
# The paper of the printer in the hall; every sheet is available in the other size, too.
PAPER = env.read_choice(ENV, "DRAUGHTS_PAPER", choices=("a4", "letter"), default="a4")

# ---- files ----
STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "club.site.static_files.HashedModuleStorage"},
}
WHITENOISE_ALLOW_ALL_ORIGINS = False  # our pages alone load them
MEDIA_ROOT = DATA_DIR / "media"
# Size limit of one request: a whole archive of games. Form fields (a pasted record) have their own limit.
UPLOAD_LIMIT = env.read_int(ENV, "DRAUGHTS_UPLOAD_LIMIT", default=200 * 1024 * 1024, least=1024)
DATA_UPLOAD_MAX_MEMORY_SIZE = env.read_int(ENV, "DRAUGHTS_FORM_LIMIT", default=5 * 1024 * 1024, least=1024)
# Unpacked size of a list of players that a request reads; the XML of FIDE is 300 MB and takes 3 s.
PLAYER_LIST_LIMIT = env.read_int(ENV, "DRAUGHTS_LIST_LIMIT", default=400 * 1024 * 1024, least=1024)
FILE_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
FILE_UPLOAD_PERMISSIONS = 0o600

# ---- https and proxies ----
SECURE_SSL_REDIRECT = HTTPS
SECURE_CROSS_ORIGIN_OPENER_POLICY = None  # SecurityHeaders sends it where browsers apply it
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
HSTS = env.read_choice(ENV, "DRAUGHTS_HSTS", choices=("host", "subdomains", "preload"), default="host")
SECURE_HSTS_INCLUDE_SUBDOMAINS = HSTS != "host"
SECURE_HSTS_PRELOAD = HSTS == "preload"
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
# Programs are not redirected from http, but refused (ApiOverHttps); the documents of the API are pages.
API_PATHS = re.compile(r"api/(?!v1/docs/)")
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$", rf"^{API_PATHS.pattern}"]
CSRF_TRUSTED_ORIGINS = env.read_origins(ENV, "DRAUGHTS_TRUSTED_ORIGINS")
# Number of proxies before this process, each adding to X-Forwarded-For.
PROXIES = env.read_int(ENV, "DRAUGHTS_PROXIES", default=1 if HTTPS else 0)
# HSTS for subdomains and preload lists is up to the owner of the domain (DRAUGHTS_HSTS).
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

# Requests to addresses that visitors name stay out of private networks (club/core/outgoing.py).
OUTGOING_TO_PUBLIC_HOSTS_ONLY = True

# ---- cookies: a __Host- name is one that no subdomain and no plain http can set ----
COOKIE = "__Host-draughts" if HTTPS else "draughts"
SESSION_COOKIE_NAME = f"{COOKIE}_session"
CSRF_COOKIE_NAME = f"{COOKIE}_csrf"
# To find unmarked strings: `manage.py catalogues --pseudo` writes an artificial language.
PSEUDO_LOCALE = DATA_DIR / "pseudo"
if DEBUG and PSEUDO_LOCALE.exists():
    LANG_INFO["zz"] = {"bidi": False, "code": "zz", "name": "Pseudo", "name_local": "Pseudo"}
    LANGUAGES.append(("zz", "Pseudo"))
    LOCALE_PATHS = [PSEUDO_LOCALE]
LANGUAGE_COOKIE_NAME = f"{COOKIE}_language"
ZONE_COOKIE_NAME = f"{COOKIE}_zone"  # time zone of the device, reported by zone.js for signed-in users
DEVICE_COOKIE_NAME = f"{COOKIE}_device"
KNOWN_COOKIE_NAME = f"{COOKIE}_known"  # accounts that signed in on the device: club/accounts/known_devices.py
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = env.read_int(ENV, "DRAUGHTS_SESSION_DAYS", default=14, least=1) * 86_400
# A session also ends this long after its sign-in, however much it is used.
SESSION_LIFETIME = max(SESSION_COOKIE_AGE, 30 * 86_400)
SESSION_ENGINE = "club.accounts.sessions"
MESSAGE_STORAGE = "club.core.pages.responses.PageMessages"
MESSAGES_COOKIE_NAME = f"{COOKIE}_messages"
LANGUAGE_COOKIE_AGE = 31_536_000

MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS  # browsers themselves allow passkeys on localhost only

# ---- limits, monitoring ----
POSTS_A_MINUTE = env.read_int(ENV, "DRAUGHTS_POSTS_A_MINUTE", default=600)
METRICS_TOKEN = env.read_secret(ENV, "DRAUGHTS_METRICS_TOKEN", least=16)
LEAST_DISK = env.read_int(ENV, "DRAUGHTS_LEAST_DISK", default=512 * 1024 * 1024)
BACKUP_DIR = env.read_path(ENV, "DRAUGHTS_BACKUP_DIR", default=DATA_DIR / "backups")

# ---- logging ----
LOGGING = logging_settings(
    form=env.read_choice(
        ENV, "DRAUGHTS_LOG_FORMAT", choices=("line", "json"), default="json" if IS_SERVED else "line"
    ),
    level=env.read_choice(
        ENV, "DRAUGHTS_LOG_LEVEL", choices=("debug", "info", "warning", "error"), default="warning"
    ).upper(),
)

# ---- API ----
REST_FRAMEWORK = {
    "DEFAULT_SCHEMA_CLASS": "club.core.api.schema.Schema",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["club.core.api.parsers.BoundedJSONParser"],
    "NUM_PROXIES": 0,  # club.site.middleware.ClientAddress has put the visitor's address in its place
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "club.accounts.api.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
}
# Tokens are in our own table; knox creates, hashes and transmits them.
KNOX_TOKEN_MODEL = "club.ApiToken"  # noqa: S105 - the name of a table
REST_KNOX = {"AUTH_HEADER_PREFIX": "Bearer", "TOKEN_PREFIX": "draughts_", "TOKEN_TTL": None}
MIGRATION_MODULES = {"knox": None}  # its own table is not used
SPECTACULAR_SETTINGS = {
    "TITLE": "Draughts club",
    "DESCRIPTION": "Recorded games, the laws of draughts, and what the laws say of a game.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "GET_LIB_DOC_EXCLUDES": "club.core.api.documents.bases_without_description",
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "club.core.api.operations.with_common_refusals",
    ],
    "ENUM_NAME_OVERRIDES": {
        "PresetEnum": "tournaments.events.presets.PRESETS",
        "RegulationPresetEnum": "tournaments.conduct.regulation_presets.PRESETS",
        "RegulatedIncidentEnum": "tournaments.conduct.regulations.REGULATED",
        "WinnerEnum": "games.models.Winner",
        "LiveStateEnum": "tournaments.models.LiveState",
        "AlertStateEnum": "tournaments.models.AlertState",
        "RoleEnum": "club.models.Role",
        "PassLevelEnum": "club.models.PassLevel",
        "CapabilityEnum": "club.core.capabilities.Capability",
        "JobStateEnum": "club.models.JobState",
        "OutboxStateEnum": "club.models.OutboxState",
        "BackupStateEnum": "club.backups.backup_metadata.STATES",
        "OrganisationKindEnum": "club.core.models.OrganisationKind",
        "ContactKindEnum": "club.models.ContactKind",
        "PlanKindEnum": "club.models.PlanKind",
        "ConsentKindEnum": "club.models.ConsentKind",
        "MembershipStateEnum": "club.models.MembershipState",
        "EntryKindEnum": "club.models.EntryKind",
        "FeePerEnum": "club.models.FeePer",
        "FeePartEnum": "club.models.FeePart",
        "ConcessionKindEnum": "club.models.ConcessionKind",
        "ListColumnEnum": "club.members.api.member_lists.COLUMN_NAMES",
        "ListStateEnum": "club.members.api.member_lists.STATES",
        "NoteSightEnum": "club.models.NoteSight",
        "JoinStateEnum": "club.models.JoinState",
        "ErasureStateEnum": "club.models.ErasureState",
        "FateEnum": "club.privacy.api.personal_data.FATES",
        "LikenessByEnum": "club.duplicates.api.BY",
        "ChosenFactEnum": "club.duplicates.selectors.CHOSEN",
        "DateKindEnum": "club.models.DateKind",
        "RepeatsEnum": "club.models.Repeats",
        "NoticeKindEnum": "club.models.NoticeKind",
        "NoticeStateEnum": "club.models.NoticeState",
        "WhyNotEnum": "club.models.WhyNot",
        "EquipmentKindEnum": "club.models.EquipmentKind",
        "EquipmentConditionEnum": "club.models.EquipmentCondition",
        "PaymentMethodEnum": "club.models.PaymentMethod",
        "InvoiceStateEnum": "club.money.selectors.books.INVOICE_STATE_CHOICES",
        "WhyNotChargedEnum": "club.money.fees.WHY_NOT_CHOICES",
        "WhyNotRemindedEnum": "club.money.selectors.reminders.NOT_REMINDED_CHOICES",
        "MovementStateEnum": "club.models.MovementState",
        "SurenessEnum": "club.banking.formats.matching.MatchConfidence",
        "FixtureStateEnum": "tournaments.models.FixtureState",
        "SettledEnum": "tournaments.models.Settled",
        "CaptainRoleEnum": "tournaments.models.CaptainRole",
        "BoardOrderEnum": "tournaments.core.league_rules.BOARD_ORDERS",
        "AvailabilityEnum": "tournaments.models.Answer",
        "BoardSaidEnum": "tournaments.leagues.match_outcomes.TeamOutcome",
        "EventStateEnum": "tournaments.models.EventState",
        "EntryStateEnum": "tournaments.models.EntryState",
        "RoundStateEnum": "tournaments.models.RoundState",
        "AbsenceKindEnum": "tournaments.models.AbsenceKind",
        "PlayerReportsEnum": "tournaments.models.PlayerReports",
        "DisputeKindEnum": "tournaments.models.DisputeKind",
        "GameOutcomeEnum": "tournaments.models.Outcome",
        "ClaimKindEnum": "tournaments.models.ClaimKind",
        "AppealStateEnum": "tournaments.models.AppealState",
        "VoteEnum": "tournaments.models.Vote",
        "CaseStateEnum": "tournaments.models.CaseState",
        "ConsequenceEnum": "tournaments.cases.models.ruling.CONSEQUENCES",
        "OpponentChoiceEnum": "tournaments.cases.models.ruling.OPPONENT_CHOICES",
        "IncidentEnum": "games.laws.incidents.INCIDENTS",
        "SnapshotCauseEnum": "tournaments.models.SnapshotCause",
        "EveningStateEnum": "tournaments.evening.selectors.EveningState",
        "ClosingStateEnum": "tournaments.site.api.STATES",
        "PlayerListEnum": "tournaments.exchange.pages.player_lists.KINDS",
        "PrizeKindEnum": "tournaments.models.PrizeKind",
        "PrizeSharingEnum": "tournaments.models.PrizeSharing",
        "OfficialRoleEnum": "tournaments.models.OfficialRole",
        "ScreenContentEnum": "tournaments.models.ScreenContent",
        "DecidedByEnum": "tournaments.models.DecidedBy",
        "SideEnum": "games.core.api.documents.SIDES",
        "EndingValueEnum": "games.judging.api.adjudication.VALUES",
        "VariantEnum": "games.house_rules.api.BASES",
        "InitialColourEnum": "tournaments.events.models.section.INITIAL_COLOURS",
    },
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}
