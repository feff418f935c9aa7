import type { Actor, Step } from '../actor.ts';
import { BrokenPromise } from '../model.ts';
import { atOf, dayOf } from '../new-york.ts';
import type { World } from '../world.ts';

/** The owner, who changes a text on some days, sometimes from a page that is old. */
export function owner(token: () => string): Actor {
  return {
    name: 'owner',
    async wake(world) {
      if (!world.random.chance(0.3)) return [];
      const today = dayOf(world.nowMs());
      const run = async () => await changeHours(world, token(), today);
      return [{ atMs: atOf(today, '12:00'), what: 'settings', run } satisfies Step];
    },
  };
}

async function changeHours(world: World, token: string, today: string): Promise<undefined> {
  const { body: before } = await world.call('GET', '/api/admin/settings', { token });
  const body = { version: before.version, values: { officeHours: `Open since ${today}` } };
  const changed = await world.call('PATCH', '/api/admin/settings', { token, body });
  if (changed.status !== 200) throw new BrokenPromise('the owner changes a setting', JSON.stringify(changed.body));
  const values = { officeHours: 'Closed' };
  const stale = await world.call('PATCH', '/api/admin/settings', { token, body: { version: before.version, values } });
  if (stale.status !== 409) throw new BrokenPromise('an old page changes no setting', String(stale.status));
}
