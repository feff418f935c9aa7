import type { Actor, Step } from '../actor.ts';
import { dayOf, minuteMs } from '../new-york.ts';
import type { World } from '../world.ts';

const everyMs = 20 * minuteMs;
const roundsADay = (24 * 60) / 20;

/** The events that an endpoint subscribes to (docs/operations/stripe.md). */
const subscribed =
  /^(payment_intent|customer\.subscription|charge\.(refunded|dispute)|refund|invoice\.(paid|payment_failed))/;

/** The provider's events: late, in any order, some twice, some never. */
export function provider(): Actor {
  let taken = 0;
  const waiting: object[] = [];
  const deliver = async (world: World): Promise<undefined> => {
    const { random, standIn } = world;
    const fresh = standIn.books.events.slice(taken).filter(({ type }) => subscribed.test(type));
    taken = standIn.books.events.length;
    for (const event of fresh)
      for (let copy = random.pick([0, 1, 1, 1, 1, 2]); copy > 0; copy -= 1) waiting.push(event);
    const now = waiting.splice(0).filter((event) => {
      const isLate = random.chance(0.25);
      if (isLate) waiting.push(event);
      return !isLate;
    });
    while (now.length > 0) await world.deliver(now.splice(random.int(now.length), 1)[0] ?? {});
    return undefined;
  };
  return {
    name: 'provider',
    async wake(world) {
      const startMs = world.nowMs();
      const rounds = Array.from({ length: roundsADay }, (_, round): Step => {
        const atMs = startMs + round * everyMs + world.random.int(20) * minuteMs;
        return { atMs, what: `events of ${dayOf(atMs)}`, run: async () => await deliver(world) };
      });
      return rounds;
    },
  };
}
