#!/bin/bash
# Creates the cluster, the user and the database of POSTGRES_USER, POSTGRES_PASSWORD and POSTGRES_DB in an empty volume, then
# runs the server as the user `postgres`.
set -euo pipefail

if [ "$(id -u)" = 0 ]; then
  chown postgres:postgres "$PGDATA" && chmod 700 "$PGDATA"
  exec setpriv --reuid=postgres --regid=postgres --init-groups "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  : "${POSTGRES_PASSWORD:?is not set}"
  user=${POSTGRES_USER:-postgres}
  initdb --encoding=UTF8 --username="$user" --pwfile=<(printf '%s\n' "$POSTGRES_PASSWORD") --auth-local=trust --auth-host=scram-sha-256
  printf 'host all all all scram-sha-256\n' >>"$PGDATA/pg_hba.conf"
  printf 'CREATE DATABASE "%s";\n' "${POSTGRES_DB:-$user}" | postgres --single -D "$PGDATA" postgres
fi
exec postgres -D "$PGDATA" -c listen_addresses='*' -c unix_socket_directories=/var/run/postgresql
