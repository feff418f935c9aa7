import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { copyTemplate } from '../support/database/fresh-database.ts';
import { effort, firstSeed } from '../support/effort.ts';

const run = promisify(execFile);

/** Plays one history in a process of its own, whose clock and random numbers are the world's. Returns its first line. */
async function playInProcess(seed: number, days: number): Promise<string> {
  const database = await copyTemplate();
  try {
    const options = ['--seed', String(seed), '--days', String(days), '--database', database.url];
    const { stdout } = await run(process.execPath, ['tests/world/main.ts', ...options]);
    return stdout;
  } finally {
    await database.drop();
  }
}

const hashOf = (report: string) => /hash (\w+)/.exec(report)?.[1];
const driverDaysOf = (report: string) => Number(/: (\d+) driver-days/.exec(report)?.[1]);

it('plays the same history twice from one seed, and keeps every promise', async () => {
  const [one, other] = await Promise.all([playInProcess(1, 1), playInProcess(1, 1)]);
  expect(driverDaysOf(one)).toBeGreaterThan(0);
  expect(hashOf(other)).toBe(hashOf(one));
});

it('keeps every promise with other seeds', async () => {
  const first = firstSeed();
  for (let seed = first; seed < first + effort({ sample: 1, full: 60 }); seed += 1) {
    const report = await playInProcess(seed, effort({ sample: 1, full: 10 }));
    expect(driverDaysOf(report), `npm run world -- --seed ${seed}`).toBeGreaterThan(0);
  }
});
