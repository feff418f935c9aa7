import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { copyTemplate } from '../support/database/fresh-database.ts';
import { effort, firstSeed, isLong } from '../support/effort.ts';

const run = promisify(execFile);

/** Plays one history in a process of its own, whose clock and random numbers are the world's. Returns its first line. */
async function playInProcess(seed: number, days: number): Promise<string> {
  const database = await copyTemplate();
  try {
    const plan = [
      '--seed',
      String(seed),
      '--days',
      String(days),
      '--drivers',
      effort({ sample: 1, full: 3 }).toString(),
    ];
    const { stdout } = await run(process.execPath, ['tests/world/main.ts', ...plan, '--database', database.url]);
    return stdout;
  } finally {
    await database.drop();
  }
}

const hashOf = (report: string) => /hash (\w+)/.exec(report)?.[1];
const driverDaysOf = (report: string) => Number(/: (\d+) driver-days/.exec(report)?.[1]);

// Not in `npm test` yet: one driver-day takes too long there.
it.runIf(isLong)('plays the same history twice from one seed, and keeps every promise', async () => {
  const [one, other] = await Promise.all([playInProcess(1, 1), playInProcess(1, 1)]);
  expect(driverDaysOf(one)).toBeGreaterThan(0);
  expect(hashOf(other)).toBe(hashOf(one));
});

const newSeeds = isLong ? Array.from({ length: 20 }, (_, index) => firstSeed() + index) : [];

it.each(newSeeds)('keeps every promise with seed %i', async (seed) => {
  expect(driverDaysOf(await playInProcess(seed, 4))).toBeGreaterThan(0);
});
