"""Tells in one line which service of the tests does not answer; `make test-services` asks first."""

import os
import sys

import psycopg
import redis

SECONDS = 5


def silent_services(database_url, redis_url):
    """Name each service that does not answer, and why."""
    try:
        psycopg.connect(database_url, connect_timeout=SECONDS).close()
    except psycopg.Error as error:
        yield f"PostgreSQL of TEST_DATABASE_URL does not answer: {str(error).splitlines()[0]}"
    try:
        with redis.Redis.from_url(redis_url, socket_connect_timeout=SECONDS) as store:
            store.ping()
    except redis.RedisError as error:
        yield f"Redis of TEST_REDIS_URL does not answer: {error}"


if __name__ == "__main__":
    sys.exit("\n".join(silent_services(os.environ["DATABASE_URL"], os.environ["REDIS_URL"])) or None)
