import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { type Condition, findConditions } from './conditions.ts';
import type { Mutant } from './mutant.ts';
import { openTestRuns, type TestRuns } from './test-runs.ts';

/**
 * Takes out each condition of the stores whose path begins with `only`, and runs the tests that use it. With `near` only the
 * tests of the condition's feature. Several conditions are tried at the same time, each on a database server of its own.
 */
export async function takeOutConditions({ only, near }: { only: string; near: boolean }): Promise<Mutant[]> {
  const stores = globSync('server/**/*store.ts').filter((file) => file.startsWith(only));
  const conditions = stores.sort().flatMap((file) => findConditions(file, readFileSync(file, 'utf8')));
  const open: TestRuns[] = [];
  const mutants: Mutant[] = [];
  try {
    for (let i = 0; i < 2 * availableParallelism(); i++) open.push(await openTestRuns());
    const features = new Set(conditions.map(({ key }) => featureOf(key)));
    const users = await findUsers(open, (file) => !near || features.has(featureOf(file)));
    const queue = conditions.values();
    const tryQueue = async (runs: TestRuns) => {
      for (const condition of queue) {
        const { failed } = await runs.run(usersOf(condition, users, near), condition.key);
        mutants.push({ key: condition.key, line: condition.line, isKilled: failed !== undefined });
        console.log(
          `${failed ? 'noticed ' : 'SURVIVED'} line ${condition.line} of ${condition.key}${failed ? ` | ${failed}` : ''}`,
        );
      }
    };
    await Promise.all(open.map(tryQueue));
  } finally {
    await Promise.all(open.map((runs) => runs.close()));
  }
  return mutants;
}

/** A test file, how long it takes, and the keys of the conditions it uses. */
interface User {
  file: string;
  ms: number;
  used: ReadonlySet<string>;
}

/** Runs each test file once with every condition in place. */
async function findUsers(open: readonly TestRuns[], isAsked: (file: string) => boolean): Promise<User[]> {
  const files = (open[0]?.files ?? []).filter(isAsked);
  const queue = files.values();
  const users: User[] = [];
  const runQueue = async (runs: TestRuns) => {
    for (const file of queue) {
      const { failed, ms, used } = await runs.run([file]);
      if (failed) throw new Error(`the tests fail with every condition in place: ${failed}`);
      users.push({ file, ms, used: new Set(used) });
    }
  };
  await Promise.all(open.map(runQueue));
  return users;
}

/** The test files that use a condition: those of the store's folder first, then of its feature, and the quickest first. */
function usersOf({ key }: Condition, users: readonly User[], near: boolean): string[] {
  const distance = ({ file }: User) => {
    if (dirname(file) === dirname(key.slice(0, key.indexOf(' ')))) return 0;
    return featureOf(file) === featureOf(key) ? 1 : 2;
  };
  return users
    .filter((user) => user.used.has(key) && (!near || distance(user) < 2))
    .sort((a, b) => distance(a) - distance(b) || a.ms - b.ms)
    .map(({ file }) => file);
}

/** `server/pickups` of a path in it, or of a condition's key. */
function featureOf(path: string): string {
  return path.split('/').slice(0, 2).join('/');
}
