import { type Kysely, sql } from 'kysely';

/**
 * Returns a line for each object of a schema that a migration can make: tables, columns, defaults, constraints, indexes,
 * triggers, functions, types, statistics and row policies. Two schemas of one server have the same lines exactly if
 * their objects are the same. Objects of extensions and the migrator's own tables are left out. Names of other schemas'
 * objects appear as the session's search path makes them appear.
 */
export async function listObjects(db: Kysely<unknown>, schema: string): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    WITH ours AS (
      SELECT c.* FROM pg_class AS c
      WHERE c.relnamespace = ${schema}::regnamespace AND c.relname NOT LIKE 'kysely\\_%'
        AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.objid = c.oid AND d.deptype = 'e')
    ), functions AS (
      SELECT p.* FROM pg_proc AS p
      WHERE p.pronamespace = ${schema}::regnamespace
        AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.objid = p.oid AND d.deptype = 'e')
    )
    SELECT concat_ws(' ', 'relation', relname, relkind, relpersistence, relrowsecurity, reloptions) AS line
      FROM ours WHERE relkind <> 'i' AND relkind <> 'c'
    UNION ALL
    SELECT concat_ws(' ', 'column', c.relname, row_number() OVER (PARTITION BY c.oid ORDER BY a.attnum), a.attname,
        format_type(a.atttypid, a.atttypmod), CASE WHEN a.attnotnull THEN 'not null' END, a.attgenerated, a.attidentity,
        nullif(a.attstattarget, -1), pg_get_expr(d.adbin, d.adrelid))
      FROM ours AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        LEFT JOIN pg_attrdef AS d ON d.adrelid = c.oid AND d.adnum = a.attnum
      WHERE c.relkind <> 'i'
    UNION ALL
    SELECT concat_ws(' ', 'index', c.relname, pg_get_indexdef(i.indexrelid, 0, true),
        CASE WHEN NOT i.indisvalid THEN 'invalid' END,
        (SELECT max(a.attstattarget) FROM pg_attribute AS a WHERE a.attrelid = c.oid AND a.attstattarget >= 0))
      FROM ours AS c JOIN pg_index AS i ON i.indexrelid = c.oid
    UNION ALL
    -- PostgreSQL 18 lists NOT NULL as a constraint, too. The columns have it.
    SELECT concat_ws(' ', 'constraint', c.relname, k.conname, pg_get_constraintdef(k.oid))
      FROM ours AS c JOIN pg_constraint AS k ON k.conrelid = c.oid AND k.contype <> 'n'
    UNION ALL
    SELECT concat_ws(' ', 'trigger', c.relname, pg_get_triggerdef(t.oid, true))
      FROM ours AS c JOIN pg_trigger AS t ON t.tgrelid = c.oid AND NOT t.tgisinternal
    UNION ALL
    SELECT concat_ws(' ', 'policy', c.relname, p.polname, p.polcmd, pg_get_expr(p.polqual, p.polrelid))
      FROM ours AS c JOIN pg_policy AS p ON p.polrelid = c.oid
    UNION ALL
    -- It names the schema even where the search path makes that unnecessary.
    SELECT concat_ws(' ', 'function', replace(pg_get_functiondef(oid), quote_ident(${schema}) || '.', '')) FROM functions WHERE prokind <> 'a'
    UNION ALL
    SELECT concat_ws(' ', 'statistics', pg_get_statisticsobjdef(oid)) FROM pg_statistic_ext
      WHERE stxnamespace = ${schema}::regnamespace
    UNION ALL
    SELECT concat_ws(' ', 'type', t.typname, t.typtype) FROM pg_type AS t
      WHERE t.typnamespace = ${schema}::regnamespace AND t.typtype IN ('d', 'e')
        AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.objid = t.oid AND d.deptype = 'e')
    ORDER BY 1`.execute(db);
  return rows.map(({ line }) => line);
}
