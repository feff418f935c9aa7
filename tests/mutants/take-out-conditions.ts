import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Condition, findConditions } from './conditions.ts';
import type { Mutant } from './mutant.ts';
import { openTestRuns, type TestRuns } from './test-runs.ts';

/**
 * Takes out each condition of the stores whose path begins with `only`, and runs the tests that use it: those of the
 * store's folder first, then those of its feature, and then the rest unless `near` is set.
 */
export async function takeOutConditions({ only, near }: { only: string; near: boolean }): Promise<Mutant[]> {
  const stores = globSync('server/**/*store.ts').filter((file) => file.startsWith(only));
  const conditions = stores.sort().flatMap((file) => findConditions(file, readFileSync(file, 'utf8')));
  const runs = await openTestRuns();
  const usersOf = rememberUsers(runs);
  const mutants: Mutant[] = [];
  try {
    for (const condition of conditions) {
      const failed = await takeOut(condition, near, runs, usersOf);
      mutants.push({ key: condition.key, line: condition.line, isKilled: failed !== undefined });
      console.log(
        `${failed ? 'noticed ' : 'SURVIVED'} line ${condition.line} of ${condition.key}${failed ? ` | ${failed}` : ''}`,
      );
    }
  } finally {
    await runs.close();
  }
  return mutants;
}

async function takeOut(
  { key }: Condition,
  near: boolean,
  runs: TestRuns,
  usersOf: UsersOf,
): Promise<string | undefined> {
  const store = key.slice(0, key.indexOf(' '));
  const feature = store.split('/').slice(0, 2).join('/');
  const done = new Set<string>();
  for (const folder of [dirname(store), feature, ...(near ? [] : ['server'])]) {
    const files = runs.files.filter((file) => file.startsWith(`${folder}/`) && !done.has(file));
    const users = await usersOf(files, key);
    const { failed } = await runs.run(users, key);
    if (failed) return failed;
    for (const file of files) done.add(file);
  }
  return undefined;
}

type UsersOf = (files: readonly string[], key: string) => Promise<string[]>;

/** Which test files use a condition: each is run once with every condition in place, when it is first asked for. */
function rememberUsers(runs: TestRuns): UsersOf {
  const usedBy = new Map<string, readonly string[]>();
  return async (files, key) => {
    const { failed, used } = await runs.run(files.filter((file) => !usedBy.has(file)));
    if (failed) throw new Error(`the tests fail with every condition in place: ${failed}`);
    for (const [file, keys] of used) usedBy.set(file, keys);
    return files.filter((file) => usedBy.get(file)?.includes(key));
  };
}
