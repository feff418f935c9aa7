import { baseline, lastUnreleased } from '../database/schema-rules.ts';

/** The manifest of a backup, and the order of its tables. Pure. */

/** A table and the columns of its rows, in order. */
export interface BackedTable {
  /** Such as "users", or "pgboss.job" for a table of another schema. */
  readonly name: string;
  /** The stored columns. A restore computes generated columns again. */
  readonly columns: readonly string[];
}

/** The first section of a backup, before the tables. */
export interface BackupHead {
  readonly createdAt: string;
  /** The database's newest migration. */
  readonly migration: string;
  /** The version of the job queue's tables; null without a queue. */
  readonly queueVersion: number | null;
  readonly tables: readonly BackedTable[];
}

/** The number of rows of a table, and a checksum that doesn't depend on their order. */
export interface TableSum {
  readonly rows: number;
  readonly sum: string;
}

/** The ledger's rows of one status: their number, and the sums of their amounts as decimal text. */
export interface LedgerSum {
  readonly status: string;
  readonly rows: number;
  readonly amount: string;
  readonly refunded: string;
  readonly credit: string;
}

/** The last section of a backup. */
export interface BackupManifest {
  readonly tables: readonly (TableSum & { readonly name: string; readonly bytes: number; readonly sha256: string })[];
  readonly sequences: readonly { readonly name: string; readonly last: string; readonly isCalled: boolean }[];
  readonly ledger: readonly LedgerSum[];
  readonly photos: PhotosSeal;
}

export interface PhotosSeal {
  /** False when the backup was made without photos. */
  readonly areIncluded: boolean;
  readonly count: number;
  /** The photos that a row names but that weren't in the storage when the backup read them. */
  readonly missing: number;
}

/** A foreign key from one table to another. */
export interface Reference {
  readonly from: string;
  readonly to: string;
}

/**
 * Sorts the tables so that each one comes after those it refers to, because foreign keys are checked as the rows are
 * inserted. A table may refer to itself: that is checked at the end of its statement. Throws when tables refer to each
 * other in a circle.
 */
export function inOrder(names: readonly string[], references: readonly Reference[]): string[] {
  const ordered = new Set<string>();
  const waiting = new Set(names);
  while (waiting.size > 0) {
    const ready = [...waiting].filter((name) =>
      references.every(({ from, to }) => from !== name || to === name || !waiting.has(to)),
    );
    if (ready.length === 0) throw new Error(`These tables refer to each other in a circle: ${[...waiting].join(', ')}`);
    for (const name of ready) {
      waiting.delete(name);
      ordered.add(name);
    }
  }
  return [...ordered];
}

/** Returns the schema that a backup is restored into. The last schema before version 1.0.0 is the baseline's. */
export function schemaOf({ migration }: Pick<BackupHead, 'migration'>): string {
  return migration === lastUnreleased ? baseline : migration;
}

/** Returns why a backup can't be restored into this database; null when it can. */
export function whyUnfit(backup: BackupHead, here: BackupHead): string | null {
  const schema = schemaOf(backup);
  if (schema !== here.migration) {
    return `The backup is of the schema ${schema}, and this database has ${here.migration}. Restore it into a new database, with a version of the app that knows that schema.`;
  }
  if (backup.queueVersion !== null && backup.queueVersion !== here.queueVersion) {
    return `The backup has jobs of version ${backup.queueVersion} of the queue, and this app has version ${here.queueVersion}. Restore it with the version of the app that made it.`;
  }
  const ours = new Map(here.tables.map(({ name, columns }) => [name, columns.join()]));
  const odd = backup.tables.find(({ name, columns }) => ours.get(name) !== columns.join());
  return odd ? `The backup's table ${odd.name} has different columns from this database's.` : null;
}

/** Returns where the restored database differs from the backup; null when it doesn't. */
export function differenceOf(
  backup: Pick<BackupManifest, 'tables' | 'ledger'>,
  restored: { tables: ReadonlyMap<string, TableSum>; ledger: readonly LedgerSum[] },
): string | null {
  for (const { name, rows, sum } of backup.tables) {
    const now = restored.tables.get(name);
    if (now?.rows !== rows) return `The table ${name} has ${now?.rows ?? 0} rows instead of ${rows}.`;
    if (now.sum !== sum) return `The rows of the table ${name} differ from the backup's.`;
  }
  const isSame = JSON.stringify(backup.ledger) === JSON.stringify(restored.ledger);
  return isSame ? null : "The ledger's sums differ from the backup's.";
}
