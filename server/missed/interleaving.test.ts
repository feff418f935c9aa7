import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdmin, makeCustomer, makeDriver, type Person, staySignedIn } from '../../tests/support/accounts/people.ts';
import { type ApiResponse, startTestApp, type TestApp } from '../../tests/support/app.ts';
import { makeStop, reschedule, rowOf } from '../../tests/support/pickups/stops.ts';

let t: TestApp;
let customer: Person;
let admins: [Person, Person];
beforeAll(async () => {
  t = await startTestApp();
  t.setNow(new Date('2026-11-23T14:00:00Z'));
  customer = await makeCustomer(t);
  admins = [await makeAdmin(t), await makeAdmin(t)];
});
afterAll(async () => await t.close());

/** Returns a seeded generator, so that a failure can be repeated. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const send = (method: string, path: string, { token }: Person, body?: object) =>
  t.call(method as 'POST', path, { token, ...(body && { body }) });
const reportsOf = async (id: string) =>
  await t.db.selectFrom('missed_reports').selectAll().where('pickupId', '=', id).execute();

/** The actions of a customer, a driver and two dispatchers. A dispatcher decides any open report. */
const presses: ((id: string, driver: Person, admin: Person) => Promise<ApiResponse | undefined>)[] = [
  (id) => send('POST', `/api/pickups/${id}/missed-report`, customer, { message: 'Nobody came' }),
  (id) => send('POST', `/api/pickups/${id}/missed-report`, customer, { message: 'Nobody came' }),
  (id, driver) => send('POST', '/api/driver/complete-bulk', driver, { pickupIds: [id] }),
  (id, driver) => send('POST', `/api/driver/pickups/${id}/incomplete`, driver, { reason: 'not-out' }),
  (id, driver) => send('POST', `/api/driver/pickups/${id}/undo`, driver, {}),
  (id, _, admin) => send('POST', `/api/admin/pickups/${id}/reopen`, admin, { reason: 'Wrong house' }),
  (id, _, admin) => reschedule(t, admin, id, 0),
  async (id, _, admin) => await decideOne(id, admin, { decision: 'missed' }),
  async (id, _, admin) => await decideOne(id, admin, { decision: 'missed' }),
  async (id, _, admin) => await decideOne(id, admin, { decision: 'not-missed', reason: 'It was done' }),
];

async function decideOne(id: string, admin: Person, body: object): Promise<ApiResponse | undefined> {
  const report = (await reportsOf(id)).find(({ state }) => state === 'open');
  return report && (await send('POST', `/api/admin/missed-reports/${report.id}/decision`, admin, body));
}

it.each([1, 2])('leaves reports that agree with their pickups, whatever runs in parallel (%i)', async (seed) => {
  const pick = random(seed);
  t.setNow(new Date('2026-11-23T14:00:00Z'));
  await staySignedIn(t);
  const driver = await makeDriver(t);
  const ids: string[] = [];
  for (let count = 0; count < 4; count += 1) {
    ids.push(await makeStop(t, { customer, admin: admins[0], driver }));
  }
  t.setNow(new Date('2026-11-23T23:30:00Z'));
  await staySignedIn(t);
  // The presses come in waves, so that a later wave finds the reports of an earlier one.
  for (let wave = 0; wave < 4; wave += 1) {
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => {
        const press = presses[pick(presses.length)] as (typeof presses)[number];
        return press(ids[pick(ids.length)] as string, driver, admins[pick(2)] as Person);
      }),
    );
    for (const response of responses)
      expect([200, 404, 409, undefined], JSON.stringify(response)).toContain(response?.status);
  }
  for (const id of ids) {
    const pickup = await rowOf(t, id);
    const reports = await reportsOf(id);
    const open = reports.filter(({ state }) => state === 'open');
    expect(open.length).toBeLessThanOrEqual(1);
    for (const { day } of open) {
      expect(['completed', 'incomplete', 'issue']).toContain(pickup.status);
      expect(day).toBe(pickup.scheduledDay);
    }
    const made = await t.db.selectFrom('pickups').select(['id', 'amount']).where('recoveryOf', '=', id).execute();
    const freed = reports.flatMap(({ recoveryPickupId }) => recoveryPickupId ?? []).filter((other) => other !== id);
    expect(made.map((row) => row.id)).toEqual(freed);
    for (const { state, decidedAt, recoveryPickupId } of reports) {
      expect(decidedAt === null).toBe(state === 'open');
      expect(recoveryPickupId !== null).toBe(state === 'recovered' || state === 'missed');
    }
  }
});
