import { afterAll, beforeAll, expect, it } from 'vitest';
import { cutOff, type Run, runOne } from '../../tests/support/payment-runs.ts';
import { stories } from '../../tests/support/payment-themes.ts';
import { openWorld, type World } from '../../tests/support/payment-world.ts';

/**
 * Whatever is interrupted, sent twice, lost or pressed in two tabs: after a restart the money is where it belongs
 * (tests/support/books.ts). Every run is drawn from a seed: `SEED=… RUNS=1` plays one again, RUNS=5000 plays long.
 */

const runs = Number(process.env.RUNS ?? 150);
const firstSeed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));
/** How many unsound runs are told before it gives up. */
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
    const run = await runOne(world, seed);
    crashes += run.crashes;
    if (run.faults.length > 0) unsound.push(run);
  }
  const seconds = (performance.now() - began) / 1_000;
  // biome-ignore lint/suspicious/noConsole: the seed is what a run is found again by
  console.info(`${runs} runs from seed ${firstSeed}, ${crashes} crashes, ${seconds.toFixed(1)} s`);
  expect(unsound.map(({ seed, trail, faults }) => ({ seed, trail, faults }))).toEqual([]);
});

/** In the suite every fifth step, another one each time; all of them where runs are long. */
const stride = runs < 1_000 ? 5 : 1;

it(`loses nothing wherever it is cut off, from seed ${firstSeed}`, { timeout: 600_000 }, async () => {
  const unsound: Run[] = [];
  for (const story of stories) {
    let wasCut = true;
    for (let diesAt = 1 + (firstSeed % stride); wasCut; diesAt += stride) {
      const run = await cutOff(world, story, diesAt);
      if (run.faults.length > 0) unsound.push(run);
      ({ wasCut } = run);
    }
  }
  expect(unsound.slice(0, most).map(({ seed, trail, faults }) => ({ diesAt: seed, trail, faults }))).toEqual([]);
});
