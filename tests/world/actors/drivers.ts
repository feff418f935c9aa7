import type { Actor, Step } from '../actor.ts';
import type { KnownDriver } from '../model.ts';
import { atOf, dayOf, minuteMs } from '../new-york.ts';
import { Phone } from '../phone.ts';
import type { World } from '../world.ts';

const minutesPerStop = 9;

/** Drivers who make their stops from 8:30 on. Some start late, lose the signal for hours, or undo a press. */
export const drivers: Actor = {
  name: 'driver',
  async wake(world) {
    const today = dayOf(world.nowMs());
    return world.model.drivers.map((driver) => {
      const startsLate = world.random.chance(0.06);
      const atMs = atOf(today, startsLate ? '12:00' : '08:30') + world.random.int(20) * minuteMs;
      const phone = new Phone(world, driver);
      return { atMs, what: 'start', run: async () => await drive(world, driver, phone, today) };
    });
  },
};

/** Reads the route and plans the next stop. The phone shows what it read last while it has no signal. */
async function drive(world: World, driver: KnownDriver, phone: Phone, today: string): Promise<readonly Step[]> {
  const { random } = world;
  if (!phone.isOffline) {
    await phone.send();
    await phone.readRoute(today);
    if (random.chance(0.05)) phone.isOffline = true;
  } else if (random.chance(0.1)) {
    phone.isOffline = false;
    world.model.count('hours without signal');
  }
  const stop = phone.nextStop();
  const hasEnded = world.nowMs() > atOf(today, '19:00');
  if (!stop || hasEnded) {
    phone.isOffline = false;
    await phone.send();
    await phone.readRoute(today);
    if (!phone.nextStop() || hasEnded) return [];
  } else {
    phone.press(stop, random.chance(0.92) ? 'complete' : 'incomplete');
    if (!phone.isOffline) await phone.send(random.chance(0.1));
    if (random.chance(0.05)) {
      const run = async (): Promise<undefined> => {
        phone.press(stop, 'undo');
        if (!phone.isOffline) await phone.send();
      };
      const again = next(world, driver, phone, today);
      return [{ atMs: world.nowMs() + minuteMs, what: 'undo', run }, again];
    }
  }
  return [next(world, driver, phone, today)];
}

function next(world: World, driver: KnownDriver, phone: Phone, today: string): Step {
  const atMs = world.nowMs() + (minutesPerStop + world.random.int(6)) * minuteMs;
  return { atMs, what: 'stop', run: async () => await drive(world, driver, phone, today) };
}
