import pg from 'pg';

/**
 * Gives a migrated database the world's clock. Functions of the schema `public` come before PostgreSQL's own ones, so
 * that `now()` in statements and defaults returns the simulated time, and defaults give the same ids in each run.
 * Returns a function that moves the clock (ms since 1970) and one that closes the connection.
 */
export async function simulateDatabaseTime(url: string): Promise<DatabaseClock> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows: defaults } = await client.query<{ table: string; column: string; value: string }>(
    `SELECT attrelid::regclass::text AS "table", quote_ident(attname) AS "column", pg_get_expr(adbin, adrelid) AS "value"
     FROM pg_attrdef JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum
     WHERE pg_get_expr(adbin, adrelid) ~ '(now|clock_timestamp|gen_random_uuid)\\(|CURRENT_TIMESTAMP'
     ORDER BY 1, 2`,
  );
  await client.query(functions);
  const { rows } = await client.query<{ name: string }>('SELECT quote_ident(current_database()) AS name');
  await client.query(`ALTER DATABASE ${rows[0]?.name} SET search_path = public, pg_catalog`);
  await client.query(`ALTER DATABASE ${rows[0]?.name} SET synchronous_commit = off`);
  await client.query('SET search_path = public, pg_catalog');
  for (const { table, column, value } of defaults) {
    const simulated = value.replaceAll('CURRENT_TIMESTAMP', 'now()');
    await client.query(`ALTER TABLE ${table} ALTER COLUMN ${column} SET DEFAULT ${simulated}`);
  }
  return {
    async setNow(nowMs) {
      await client.query('UPDATE public.world_clock SET "at" = $1', [new Date(nowMs)]);
    },
    async query(text, values = []) {
      return (await client.query(text, [...values])).rows;
    },
    close: async () => await client.end(),
  };
}

export interface DatabaseClock {
  setNow(nowMs: number): Promise<void>;
  /** Reads for the model, on a connection that the app doesn't share. */
  // biome-ignore lint/suspicious/noExplicitAny: a check states what it expects of a row
  query(text: string, values?: readonly unknown[]): Promise<any[]>;
  close(): Promise<void>;
}

const functions = `
  CREATE TABLE public.world_clock ("at" timestamptz NOT NULL);
  INSERT INTO public.world_clock VALUES ('2026-01-01');
  CREATE SEQUENCE public.world_ids;
  CREATE FUNCTION public.now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT "at" FROM public.world_clock';
  CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT "at" FROM public.world_clock';
  CREATE OR REPLACE FUNCTION pgboss.job_now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT "at" FROM public.world_clock';
  CREATE FUNCTION public.random() RETURNS double precision LANGUAGE sql STABLE AS 'SELECT 0.5::double precision';
  CREATE FUNCTION public.gen_random_uuid() RETURNS uuid LANGUAGE sql VOLATILE AS $$
    SELECT ('00000000-0000-4000-8000-' || lpad(to_hex(nextval('public.world_ids')), 12, '0'))::uuid $$;
`;
