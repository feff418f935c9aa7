/** The first and the last of the 44 migrations that version 1.0.0 replaced by its baseline. */
const firstUnreleased = '001-first-tables';
export const lastUnreleased = '046-reliable-statistics-of-addresses';
/** The first migration of version 1.0.0. */
export const baseline = '001-baseline';

/** Returns true for a database that a version before 1.0.0 made, from the names of its migrations. */
export function isUnreleased(executed: readonly string[]): boolean {
  return executed.includes(firstUnreleased);
}
