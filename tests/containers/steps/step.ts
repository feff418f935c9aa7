import type { Site } from '../site.ts';

export interface Play {
  /** The site that `up` starts. */
  site: Site;
  /** A machine without containers and volumes, for the restore. */
  fresh: Site;
  /** A machine that is upgraded from the previous release. */
  upgraded: Site;
  /** The commit of the release before this one. */
  previous: string | undefined;
  /** Prints a line about what was checked. */
  say(line: string): void;
}

export interface Step {
  name: string;
  /** What the step shows, in one sentence. */
  shows: string;
  /** Throws at the first thing that isn't as it should be. */
  play(play: Play): Promise<void>;
}

/** Throws with `message` unless `actual` is `expected`. */
export function expectSame(actual: unknown, expected: unknown, message: string): void {
  if (actual !== expected) throw new Error(`${message}: expected ${String(expected)}, got ${String(actual)}`);
}
