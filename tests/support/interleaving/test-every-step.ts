import { afterAll, beforeAll, expect, it } from 'vitest';
import { effort, firstSeed as seedOf } from '../effort.ts';
import { type Recovery, recoveries } from './recovery.ts';
import { runVariant } from './runs.ts';
import { type Scenario, variantsOf } from './scenarios.ts';
import { openWorld, type World } from './world.ts';

/**
 * A sample tests some steps of some scenarios; a long run tests every step of all scenarios. The seed picks the steps
 * and recoveries.
 */
const stride = effort({ sample: 97, full: 1 });
const scenarioStride = effort({ sample: 8, full: 1 });
/** The number of failed steps that are printed before the test gives up. */
const most = Number(process.env.MOST ?? 3);

/** Tests that the books balance whatever comes between the steps of the scenarios. */
export function testEveryStep(scenarios: readonly Scenario[]): void {
  const firstSeed = seedOf();
  const variants = variantsOf(scenarios);
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(async () => await world.close());

  it(`loses nothing whatever comes between the steps of an action, from seed ${firstSeed}`, {
    timeout: 7_200_000,
  }, async () => {
    const unsound: unknown[] = [];
    const began = performance.now();
    let count = 0;
    for (const [index, variant] of variants.entries()) {
      if ((index + firstSeed) % scenarioStride !== 0) continue;
      let isReached = true;
      for (let at = 1 + ((firstSeed + index * 7) % stride); isReached && unsound.length < most; at += stride) {
        const recovery = recoveries[(firstSeed + at) % recoveries.length] as Recovery;
        const { trail, faults, wasReached } = await runVariant(world, variant, at, recovery);
        count += 1;
        isReached = wasReached;
        if (faults.length > 0) unsound.push({ variant, at, trail, faults });
      }
    }
    const seconds = (performance.now() - began) / 1_000;
    // biome-ignore lint/suspicious/noConsole: the summary of a long run
    console.info(`${count} steps in ${variants.length} variants, ${seconds.toFixed(1)} s`);
    expect(unsound).toEqual([]);
  });
}
