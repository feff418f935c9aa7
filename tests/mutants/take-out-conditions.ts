import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { type Condition, findConditions } from './conditions.ts';
import type { Mutant } from './mutant.ts';
import { openTestRuns, type TestRuns } from './test-runs.ts';

/**
 * Takes out each condition of the stores whose path begins with `only`, and runs the tests that use it; with `near`,
 * only the tests of the condition's feature. Several conditions are tried at the same time, each on its own database
 * server.
 */
export async function takeOutConditions({ only, near }: { only: string; near: boolean }): Promise<Mutant[]> {
  const stores = globSync('server/**/*.store.ts').filter((file) => file.startsWith(only));
  const conditions = stores.sort().flatMap((file) => findConditions(file, readFileSync(file, 'utf8')));
  const open: TestRuns[] = [];
  const mutants: Mutant[] = [];
  try {
    for (let i = 0; i < 2 * availableParallelism(); i++) open.push(await openTestRuns());
    const features = new Set(conditions.map(({ key }) => featureOf(key)));
    const paths = (open[0]?.files ?? []).filter((path) => !near || features.has(featureOf(path)));
    const files = await measureFiles(open, paths);
    const queue = conditions.values();
    const tryQueue = async (runs: TestRuns) => {
      for (const condition of queue) {
        const { failed } = await runs.run(filesThatUse(condition, files, near), condition.key);
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

interface TestFile {
  path: string;
  /** The duration of its tests. */
  ms: number;
  /** The keys of the conditions that they use. */
  used: ReadonlySet<string>;
}

/** Runs each test file once with every condition in place. */
async function measureFiles(open: readonly TestRuns[], paths: readonly string[]): Promise<TestFile[]> {
  const queue = paths.values();
  const files: TestFile[] = [];
  const runQueue = async (runs: TestRuns) => {
    for (const path of queue) {
      const { failed, ms, used } = await runs.run([path]);
      if (failed) throw new Error(`the tests fail with every condition in place: ${failed}`);
      files.push({ path, ms, used: new Set(used) });
    }
  };
  await Promise.all(open.map(runQueue));
  return files;
}

/**
 * Returns the test files that use a condition: first those in the store's folder, then those in its feature, and the
 * quickest first.
 */
function filesThatUse({ key }: Condition, files: readonly TestFile[], near: boolean): string[] {
  const store = key.slice(0, key.indexOf(' '));
  const distance = ({ path }: TestFile) => {
    if (dirname(path) === dirname(store)) return 0;
    return featureOf(path) === featureOf(store) ? 1 : 2;
  };
  return files
    .filter((file) => file.used.has(key) && (!near || distance(file) < 2))
    .sort((a, b) => distance(a) - distance(b) || a.ms - b.ms)
    .map(({ path }) => path);
}

/** Returns the feature of a path: `server/pickups` for a path in it. A condition's key begins with a path. */
function featureOf(path: string): string {
  return path.split('/').slice(0, 2).join('/');
}
