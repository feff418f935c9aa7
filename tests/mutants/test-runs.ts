import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createVitest, type TestModule } from 'vitest/node';
import vitestConfig from '../../vitest.config.ts';
import { makeRemovable } from './conditions.ts';

const root = join(import.meta.dirname, '../..');

/** Runs server tests one after another on their own database server. The sources change in memory only. */
export interface TestRuns {
  /** Every test file, relative to the project. */
  files: string[];
  /** Runs test files in this order until a test fails. The condition `takenOut`, if given, is taken out. */
  run(files: readonly string[], takenOut?: string): Promise<TestRun>;
  close(): Promise<void>;
}

interface TestRun {
  /** The first test that failed and its message. */
  failed: string | undefined;
  /** The duration of the tests. */
  ms: number;
  /** The keys of the conditions that the tests used. */
  used: string[];
}

export async function openTestRuns(): Promise<TestRuns> {
  const { projects: _, ...test } = vitestConfig.test ?? {};
  const vitest = await createVitest(
    {
      ...test,
      ...{ config: false, root, watch: false, reporters: [{}], bail: 1, maxWorkers: 1, isolate: false, silent: true },
      sequence: { sequencer: InGivenOrder },
      ...{ include: ['server/**/*.test.ts'], setupFiles: [join(import.meta.dirname, 'in-test.ts')] },
      ...{ testTimeout: 120_000, hookTimeout: 120_000 },
    },
    { plugins: [removableConditions] },
  );
  const all = await vitest.globTestSpecifications();
  const byFile = new Map(all.map((one) => [relative(root, one.moduleId), one]));
  const runOnce = async (files: readonly string[], takenOut?: string): Promise<TestRun> => {
    const specifications = files.map((file) => byFile.get(file)).filter((one) => one !== undefined);
    if (specifications.length === 0) return { failed: undefined, ms: 0, used: [] };
    vitest.provide('takenOut', takenOut);
    // The result also contains the test files of earlier runs, with their results from then.
    const result = await vitest.runTestSpecifications(specifications);
    const testModules = result.testModules.filter((one) => files.includes(one.relativeModuleId));
    const module = testModules.find((one) => one.state() === 'failed');
    return {
      failed: module && describeFailure(module),
      ms: testModules.reduce((sum, one) => sum + one.diagnostic().duration, 0),
      used: testModules.flatMap((one) => one.meta().used ?? []),
    };
  };
  const run: TestRuns['run'] = async (files, takenOut) => {
    for (let tries = 1; ; tries++) {
      const result = await runOnce(files, takenOut);
      if (tries === 3 || !slowMachine.test(result.failed ?? '')) return result;
    }
  };
  return { files: [...byFile.keys()].sort(), run, close: () => vitest.close() };
}

class InGivenOrder {
  sort = <T>(files: T) => files;
  shard = <T>(files: T) => files;
}

const removableConditions = {
  name: 'removable-conditions',
  enforce: 'pre' as const,
  load(id: string) {
    const file = relative(root, id);
    return isStore(file) ? makeRemovable(file, readFileSync(id, 'utf8')) : undefined;
  },
};

/** Returns true for a store. Only stores contain SQL. */
export function isStore(file: string): boolean {
  return file.startsWith('server/') && file.endsWith('.store.ts');
}

/** Failures that may occur only because the machine is busy. The run is then repeated. */
const slowMachine = /503|timed out|ECONN/i;

function describeFailure(module: TestModule): string {
  const test = [...module.children.allTests('failed')][0];
  const [error] = test?.result().errors ?? module.errors();
  return `${test?.fullName ?? module.relativeModuleId}: ${error?.message.split('\n')[0]}`;
}
