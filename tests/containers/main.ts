import { parseArgs } from 'node:util';
import { prepareBaseImages, releaseBaseImages } from './base-images.ts';
import { type Engine, findEngine, NoEngine } from './engine.ts';
import { findPreviousRelease } from './previous-release.ts';
import { Site } from './site.ts';
import { book } from './steps/book.ts';
import { kill } from './steps/kill.ts';
import { restore } from './steps/restore.ts';
import { rollingRestart } from './steps/rolling-restart.ts';
import type { Play, Step } from './steps/step.ts';
import { up } from './steps/up.ts';
import { upgrade } from './steps/upgrade.ts';

/**
 * `npm run try:containers [-- --only restore,kill] [--previous COMMIT]`: builds the production image and plays an
 * operator's life with it in containers, through the proxy. Stops at the first failure with the containers' logs and exit
 * code 1. Without a container engine it says so and ends with 0. `up` is always played. Needs the ports 80 and 443.
 */

const steps: readonly Step[] = [up, book, rollingRestart, kill, restore, upgrade];
const usage = `Usage: npm run try:containers -- [--only STEP,…] [--previous COMMIT]\nSteps: ${steps.map(({ name }) => name).join(', ')}`;

type Sites = Pick<Play, 'site' | 'fresh' | 'upgraded'>;

const startedAt = performance.now();
const say = (line: string) => console.log(`  ${line.replaceAll('\n', '\n  ')}`);
const secondsSince = (start: number) => `${((performance.now() - start) / 1000).toFixed(0)} s`;

async function playAll(chosen: readonly Step[], sites: Sites, previous: string | undefined): Promise<void> {
  const play: Play = { ...sites, previous, say };
  for (const step of chosen) {
    const start = performance.now();
    console.log(`${step.name}: ${step.shows}`);
    await step.play(play);
    console.log(`  passed in ${secondsSince(start)}`);
  }
}

/** Removes what the trial has made, except for the images. */
async function removeAll(engine: Engine, sites: Sites): Promise<void> {
  try {
    for (const site of Object.values(sites)) await site.remove();
    await releaseBaseImages(engine);
  } finally {
    await engine.stop();
  }
}

async function main(chosen: readonly Step[], previous: string | undefined): Promise<void> {
  const engine = await findEngine();
  const sites: Sites = {
    site: new Site(engine, 'stoop-trial'),
    fresh: new Site(engine, 'stoop-trial-fresh'),
    upgraded: new Site(engine, 'stoop-trial-upgraded'),
  };
  let removed: Promise<void> | undefined;
  const removeOnce = () => {
    removed ??= removeAll(engine, sites);
    return removed;
  };
  process.once('SIGINT', () => void removeOnce().finally(() => process.exit(130)));
  try {
    for (const sentence of await prepareBaseImages(engine)) console.log(sentence);
    await playAll(chosen, sites, previous);
    console.log(`All of it passed in ${secondsSince(startedAt)}.`);
  } catch (error) {
    if (!(error instanceof NoEngine)) for (const site of Object.values(sites)) console.error(await site.logs());
    throw error;
  } finally {
    await removeOnce();
  }
}

interface Arguments {
  chosen: readonly Step[];
  previous: string | undefined;
}

function readArguments(): Arguments | undefined {
  const options = { only: { type: 'string' }, previous: { type: 'string' } } as const;
  try {
    const { only, previous } = parseArgs({ options }).values;
    const names = only?.split(',') ?? steps.map(({ name }) => name);
    if (!names.every((name) => steps.some((step) => step.name === name))) return undefined;
    return { chosen: steps.filter((step) => step === up || names.includes(step.name)), previous };
  } catch {
    return undefined;
  }
}

const given = readArguments();
if (!given) {
  console.error(usage);
  process.exitCode = 1;
} else {
  try {
    await main(given.chosen, given.previous ?? (await findPreviousRelease()));
  } catch (error) {
    if (error instanceof NoEngine) console.log(`Nothing was tried in containers: ${error.message}.`);
    else {
      console.error(error);
      process.exitCode = 1;
    }
  }
}
