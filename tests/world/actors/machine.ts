import type { Actor, Step } from '../actor.ts';
import { minuteMs } from '../new-york.ts';

/** The machine: it ends the app between two steps and starts it again on the same database. */
export const machine: Actor = {
  name: 'machine',
  async wake(world) {
    if (!world.random.chance(0.5)) return [];
    const atMs = world.nowMs() + world.random.int(20 * 60) * minuteMs;
    const run = async (): Promise<undefined> => {
      await world.restart();
      world.model.count('restarts');
    };
    return [{ atMs, what: 'restart', run } satisfies Step];
  },
};
