import { buildIfStale } from '../../../scripts/build.mjs';

/** Builds the app if needed. The stories run against the built app, as people get it. */
export default async function setup(): Promise<void> {
  await buildIfStale();
}
