import type { World } from './world.ts';

/** One thing that an actor does at a time. It may return steps that follow. */
export interface Step {
  /** When it happens, in ms since 1970. A time in the past means now. */
  readonly atMs: number;
  /** A word or two for the history, such as "book". */
  readonly what: string;
  run(): Promise<readonly Step[] | undefined>;
}

/** Somebody or something that acts on the business. */
export interface Actor {
  readonly name: string;
  /** Returns its steps of the day that begins now. Called at 5:00 New York time of each day. */
  wake(world: World): Promise<readonly Step[]>;
}
