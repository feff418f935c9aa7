import { afterAll, beforeAll, expect, it } from 'vitest';
import { effort, firstSeed as seedOf } from '../../tests/support/effort.ts';
import { type Run, runRandom } from '../../tests/support/interleaving/runs.ts';
import { openWorld, type World } from '../../tests/support/interleaving/world.ts';

/**
 * Interrupts, repeats and loses requests, or sends them from two tabs. After a restart, the books must still balance
 * (tests/support/books/books.ts). Every run has a seed: `SEED=… RUNS=1` repeats one run; RUNS=5000 is a long test.
 */

const runs = Number(process.env.RUNS ?? effort({ sample: 15, full: 1_000 }));
const firstSeed = seedOf();
/** The test stops after this many failed runs. */
const most = Number(process.env.MOST ?? 3);

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => await world.close());

it(`keeps every cent in ${runs} runs from seed ${firstSeed}`, { timeout: 60_000 + runs * 2_000 }, async () => {
  const unsound: Run[] = [];
  const began = performance.now();
  let crashes = 0;
  for (let seed = firstSeed; seed < firstSeed + runs && unsound.length < most; seed += 1) {
    const run = await runRandom(world, seed);
    crashes += run.crashes;
    if (run.faults.length > 0) unsound.push(run);
  }
  const seconds = (performance.now() - began) / 1_000;
  // biome-ignore lint/suspicious/noConsole: the seed is needed to repeat a run
  console.info(`${runs} runs from seed ${firstSeed}, ${crashes} crashes, ${seconds.toFixed(1)} s`);
  expect(unsound.map(({ seed, trail, faults }) => ({ seed, trail, faults }))).toEqual([]);
});
