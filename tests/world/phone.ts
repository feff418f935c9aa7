import { BrokenPromise, type KnownDriver } from './model.ts';
import type { World } from './world.ts';

interface Press {
  readonly pickupId: string;
  readonly kind: 'complete' | 'incomplete' | 'undo';
  readonly key: string;
  readonly pressedAtMs: number;
  /** For an undo: the press that it undoes. */
  readonly undone: Press | undefined;
}

/**
 * A driver's phone: it keeps each press until the server has answered, and sends them in order. It follows the protocol
 * of the real outbox (web/drivers/outbox), which needs a browser's database.
 */
export class Phone {
  isOffline = false;
  readonly #world: World;
  readonly #driver: KnownDriver;
  readonly #waiting: Press[] = [];
  readonly #pressed = new Map<string, Press>();
  #route: { id: string; status: string }[] = [];

  constructor(world: World, driver: KnownDriver) {
    this.#world = world;
    this.#driver = driver;
  }

  async readRoute(day: string): Promise<void> {
    const { token } = this.#driver;
    const { status: read, body } = await this.#world.call('GET', '/api/driver/route', { token });
    if (read !== 200) throw new BrokenPromise('a driver reads the route', `${read}`);
    this.#route = body[day]?.pickups ?? [];
    for (const { id, status } of this.#route) {
      const known = this.#world.model.pickups.get(id);
      const isAnothers = known?.driverId !== undefined && known.driverId !== this.#driver.id;
      if (status === 'assigned' && known?.state === 'booked' && isAnothers)
        throw new BrokenPromise('a route has only stops of its driver', `${id} is of ${known.driverId}`);
    }
  }

  /** Returns the first stop that is open and not pressed. */
  nextStop(): string | undefined {
    return this.#route.find(({ id, status }) => status === 'assigned' && !this.#pressed.has(id))?.id;
  }

  press(pickupId: string, kind: Press['kind']): void {
    const undone = kind === 'undo' ? this.#pressed.get(pickupId) : undefined;
    const pressedAtMs = this.#world.nowMs();
    const press = { pickupId, kind, key: crypto.randomUUID(), pressedAtMs, undone };
    this.#waiting.push(press);
    if (kind === 'undo') this.#pressed.delete(pickupId);
    else this.#pressed.set(pickupId, press);
  }

  /** Sends what waits. With `repeats`, the first answer is lost and each press is sent again. */
  async send(repeats = false): Promise<void> {
    for (let press = this.#waiting[0]; press; press = this.#waiting[0]) {
      const isAccepted = await this.#sendOne(press);
      if (repeats && (await this.#sendOne(press)) !== isAccepted && isAccepted && press.kind !== 'complete')
        throw new BrokenPromise('a repeated press has the same effect', press.kind);
      if (isAccepted) this.#note(press);
      this.#waiting.shift();
    }
  }

  async #sendOne({ pickupId, kind, key, pressedAtMs, undone }: Press): Promise<boolean> {
    const { token } = this.#driver;
    const pressedAt = new Date(pressedAtMs).toISOString();
    const times = { pressedAt, sentAt: new Date(this.#world.nowMs()).toISOString() };
    if (kind === 'complete') {
      const body = { pickupIds: [pickupId], ...times, keys: { [pickupId]: key } };
      const { status, body: said } = await this.#world.call('POST', '/api/driver/complete-bulk', { token, body });
      if (status !== 200) throw new BrokenPromise('a completion is answered', `${status} ${JSON.stringify(said)}`);
      return !said.ignoredIds.includes(pickupId);
    }
    const [path, body] =
      kind === 'incomplete'
        ? ['incomplete', { reason: 'not-out', ...times }]
        : ['undo', { pressKey: undone?.key, ...times }];
    const answer = await this.#world.call('POST', `/api/driver/pickups/${pickupId}/${path}`, { token, key, body });
    return answer.status === 200;
  }

  #note({ pickupId, kind }: Press): void {
    const { model } = this.#world;
    const known = model.pickups.get(pickupId);
    model.count(kind);
    if (!known) return;
    const state = kind === 'undo' ? 'booked' : kind === 'complete' ? 'completed' : 'incomplete';
    if (kind === 'undo') known.undos += 1;
    Object.assign(known, { state, sinceMs: this.#world.nowMs(), driverId: this.#driver.id });
    model.touch(known);
  }
}
