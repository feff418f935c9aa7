import type { Actor, Step } from '../actor.ts';
import { BrokenPromise, type KnownDriver } from '../model.ts';
import { atOf, dayOf, minuteMs } from '../new-york.ts';
import type { Answer, Json, World } from '../world.ts';

/** A dispatcher who plans the morning, moves stops in bulk, undoes some of it, and replaces ill drivers. */
export function dispatcher(token: () => string): Actor {
  return {
    name: 'dispatcher',
    async wake(world) {
      const today = dayOf(world.nowMs());
      const desk = { world, today, token: token() };
      const steps: Step[] = [
        { atMs: atOf(today, '06:30'), what: 'plan', run: async () => await plan(desk) },
        { atMs: atOf(today, '07:30'), what: 'assign the rest', run: async () => await assignRest(desk) },
      ];
      for (let moves = 1 + world.random.int(4); moves > 0; moves -= 1) {
        const atMs = atOf(today, '07:40') + world.random.int(7 * 60) * minuteMs;
        steps.push({ atMs, what: 'move stops', run: async () => await moveStops(desk) });
      }
      if (world.random.chance(0.15))
        steps.push({ atMs: atOf(today, '07:00'), what: 'ill driver', run: async () => await replaceIll(desk) });
      return steps;
    },
  };
}

interface Desk {
  readonly world: World;
  readonly today: string;
  readonly token: string;
}

const call = async ({ world, token }: Desk, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  await world.call(method, path, { token, ...(body && { body }) });

async function plan(desk: Desk): Promise<undefined> {
  for (const kind of ['subscription', 'package']) {
    const { status, body } = await call(desk, 'POST', `/api/admin/optimize-${kind}-route`, { date: desk.today });
    if (status !== 200 && status !== 422) throw new BrokenPromise('a day can be planned', JSON.stringify(body));
  }
  forgetDrivers(desk);
}

/** After a plan, any driver may have any stop of the day. */
function forgetDrivers({ world, today }: Desk): void {
  for (const pickup of world.model.pickups.values()) if (pickup.day === today) pickup.driverId = undefined;
}

async function readBoard(desk: Desk): Promise<Json> {
  const { status, body } = await call(desk, 'GET', `/api/admin/board?date=${desk.today}`);
  if (status !== 200) throw new BrokenPromise('the board can be read', JSON.stringify(body));
  return body;
}

async function assignRest(desk: Desk): Promise<undefined> {
  const { unassigned } = await readBoard(desk);
  if (unassigned.length > 0) await moveTo(desk, unassigned, desk.world.random.pick(desk.world.model.drivers));
}

/** Moves the stops to a driver, or to none. Returns the answer. */
async function moveTo(desk: Desk, stops: readonly Json[], driver: KnownDriver | null): Promise<Answer> {
  const { world, today, token } = desk;
  const chosen = stops.map(({ id, revision }) => ({ id, revision }));
  const target = driver === null ? { unassign: true } : { driverId: driver.id };
  const press = { token, body: { date: today, stops: chosen, ...target } };
  const answer = world.random.chance(0.15)
    ? (await world.callTwice('POST', '/api/admin/board/move', press))[0]
    : await world.call('POST', '/api/admin/board/move', press);
  if (answer.status !== 200) throw new BrokenPromise('fresh stops can be moved', JSON.stringify(answer.body));
  for (const { id } of stops) note(world, id, driver?.id ?? null);
  world.model.count('bulk moves');
  return answer;
}

function note({ model }: World, pickupId: string, driverId: string | null): void {
  const known = model.pickups.get(pickupId);
  if (known) known.driverId = driverId;
}

async function moveStops(desk: Desk): Promise<readonly Step[]> {
  const { world } = desk;
  const { random, model } = world;
  const { columns } = await readBoard(desk);
  const from = random.pick(columns as Json[]);
  const open = (from.stops as Json[]).filter(({ status }) => status === 'assigned');
  if (open.length === 0) return [];
  const first = random.int(open.length);
  const stops = open.slice(first, first + 1 + random.int(4));
  const others = model.drivers.filter(({ id }) => id !== from.driverId);
  const target = random.chance(0.2) || others.length === 0 ? null : random.pick(others);
  const { body } = await moveTo(desk, stops, target);
  const run = async (): Promise<undefined> => {
    await undo(
      desk,
      body.action?.id,
      stops.map((stop) => ({ id: stop.id, driverId: from.driverId })),
    );
  };
  if (body.action && random.chance(0.4)) return [{ atMs: world.nowMs() + minuteMs, what: 'undo', run }];
  if (target !== null) return [];
  const again = async (): Promise<undefined> => await assignRest(desk);
  return [{ atMs: world.nowMs() + 5 * minuteMs, what: 'assign the rest', run: again }];
}

async function undo(desk: Desk, actionId: string, before: { id: string; driverId: string }[]): Promise<void> {
  const answer = await call(desk, 'POST', '/api/admin/board/undo', { actionId });
  // Every stop has changed since, or another bulk action followed.
  if (answer.status === 409) return;
  if (answer.status !== 200) throw new BrokenPromise('a bulk action can be undone', JSON.stringify(answer.body));
  const left = (answer.body.left as Json[]).map(({ id }) => id);
  for (const { id, driverId } of before) if (!left.includes(id)) note(desk.world, id, driverId);
  desk.world.model.count('bulk undos');
}

async function replaceIll(desk: Desk): Promise<readonly Step[]> {
  const { world, today } = desk;
  const driver = world.random.pick(world.model.drivers);
  const path = `/api/admin/drivers/${driver.id}/days/${today}`;
  const { status, body } = await call(desk, 'PUT', path, { isOff: true, openStops: 'replan' });
  if (status !== 200) throw new BrokenPromise('a day off can be set', JSON.stringify(body));
  forgetDrivers(desk);
  world.model.count('days off');
  const run = async (): Promise<undefined> => {
    const undone = await call(desk, 'POST', '/api/admin/board/undo', { actionId: body.action.id });
    if (undone.status !== 200 && undone.status !== 409)
      throw new BrokenPromise('a day off can be undone', JSON.stringify(undone.body));
  };
  return body.action && world.random.chance(0.5) ? [{ atMs: world.nowMs() + minuteMs, what: 'undo', run }] : [];
}
