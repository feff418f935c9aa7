import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createVitest, type TestModule } from 'vitest/node';
import vitestConfig from '../../vitest.config.ts';
import { makeRemovable } from './conditions.ts';

const root = join(import.meta.dirname, '../..');

/** Runs server tests on one database server, with or without a condition. The sources change in memory only. */
export interface TestRuns {
  /** Every test file, relative to the project. */
  files: string[];
  /** Runs test files until one fails; again if it may have failed because the machine was busy. */
  run(
    files: readonly string[],
    takenOut?: string,
    tries?: number,
  ): Promise<{ failed: string | undefined; used: Map<string, string[]> }>;
  close(): Promise<void>;
}

export async function openTestRuns(): Promise<TestRuns> {
  const { projects: _, ...test } = vitestConfig.test ?? {};
  const vitest = await createVitest(
    {
      ...test,
      ...{ config: false, root, watch: false, reporters: [{}], bail: 1, maxWorkers: 2, silent: true },
      ...{ include: ['server/**/*.test.ts'], setupFiles: [join(import.meta.dirname, 'in-test.ts')] },
      ...{ testTimeout: 120_000, hookTimeout: 120_000 },
    },
    { plugins: [removableConditions] },
  );
  const all = await vitest.globTestSpecifications();
  const byFile = new Map(all.map((one) => [relative(root, one.moduleId), one]));
  const run: TestRuns['run'] = async (files, takenOut, tries = 3) => {
    const specifications = files.map((file) => byFile.get(file)).filter((one) => one !== undefined);
    if (specifications.length === 0) return { failed: undefined, used: new Map() };
    vitest.provide('takenOut', takenOut);
    // The result also holds the test files of earlier runs, as they ended then.
    const result = await vitest.runTestSpecifications(specifications);
    const testModules = result.testModules.filter((one) => files.includes(one.relativeModuleId));
    const module = testModules.find((one) => one.state() === 'failed');
    const failed = module && describeFailure(module);
    if (failed && tries > 1 && slowMachine.test(failed)) return await run(files, takenOut, tries - 1);
    return { failed, used: new Map(testModules.map((one) => [one.relativeModuleId, one.meta().used ?? []])) };
  };
  return { files: [...byFile.keys()].sort(), run, close: () => vitest.close() };
}

const removableConditions = {
  name: 'removable-conditions',
  enforce: 'pre' as const,
  load(id: string) {
    const file = relative(root, id);
    return isStore(file) ? makeRemovable(file, readFileSync(id, 'utf8')) : undefined;
  },
};

/** SQL is in stores only. */
export function isStore(file: string): boolean {
  return file.startsWith('server/') && file.endsWith('store.ts');
}

/** A server that sheds load answers 503. */
const slowMachine = /503|timed out|ECONN/i;

function describeFailure(module: TestModule): string {
  const test = [...module.children.allTests('failed')][0];
  const [error] = test?.result().errors ?? module.errors();
  return `${test?.fullName ?? module.relativeModuleId}: ${error?.message.split('\n')[0]}`;
}
