import { buildIfStale } from '../../../scripts/build.mjs';

/** The stories run against the built app, the one that is served to people. */
export default async function setup(): Promise<void> {
  await buildIfStale();
}
