import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../tests/support/accounts/people.ts';
import { type ApiResponse, startTestApp, type TestApp } from '../../tests/support/app.ts';
import { cancelFor, moveTo } from '../../tests/support/pickups/booking-changes.ts';
import { makeStop, reschedule, rowOf } from '../../tests/support/pickups/stops.ts';

let t: TestApp;
let admin: Person;
let customer: Person;
let drivers: Person[];
beforeAll(async () => {
  t = await startTestApp();
  t.setNow(new Date('2026-11-23T14:00:00Z'));
  [admin, customer] = [await makeAdmin(t), await makeCustomer(t)];
  drivers = [await makeDriver(t), await makeDriver(t)];
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

const moveHouse = (id: string, address: string) =>
  t.call('PATCH', '/api/me/contact', { token: customer.token, body: { address, pickupIds: [id] } });

/** The actions of two drivers, a dispatcher and the customer. */
const presses: ((id: string, token: string, other: Person) => Promise<ApiResponse>)[] = [
  (id, token) => t.call('POST', '/api/driver/complete-bulk', { token, body: { pickupIds: [id] } }),
  (id, token) => t.call('POST', '/api/driver/complete-bulk', { token, body: { pickupIds: [id] } }),
  (id, token) => t.call('POST', `/api/driver/pickups/${id}/incomplete`, { token, body: { reason: 'not-out' } }),
  (id, token) => t.call('PATCH', `/api/driver/pickups/${id}/note`, { token, body: { driverNotes: 'Behind the shed' } }),
  (id, _token, other) =>
    t.call('POST', `/api/admin/pickups/${id}/assign`, { token: admin.token, body: { driverId: other.id } }),
  (id) => reschedule(t, admin, id, 0),
  (id) => t.call('PATCH', `/api/admin/pickup-incomplete/${id}`, { token: admin.token }),
  (id) => t.call('PATCH', `/api/admin/complete-pickup/${id}`, { token: admin.token }),
  (id) => t.call('DELETE', `/api/admin/pickups/${id}`, { token: admin.token }),
  (id, token) => t.call('POST', `/api/driver/pickups/${id}/undo`, { token }),
  (id) => t.call('POST', `/api/admin/pickups/${id}/undo`, { token: admin.token }),
  (id) => cancelFor(t, customer, id, '0.00'),
  (id) => moveTo(t, customer, id, '2026-11-25'),
  (id) => moveTo(t, customer, id, '2026-11-26'),
  (id) => moveHouse(id, '718 S 9th St, Philadelphia, PA 19147'),
  (id) => moveHouse(id, '1530 E Passyunk Ave, Philadelphia, PA 19147'),
  (id) => t.call('POST', `/api/admin/pickups/${id}/reopen`, { token: admin.token, body: { reason: 'Wrong house' } }),
];

it.each([1, 2, 3])(
  'leaves each stop in one state that the audit trail explains, whatever runs in parallel (%i)',
  async (seed) => {
    const pick = random(seed);
    await t.db.deleteFrom('rate_limits').execute();
    const [driver, other] = drivers as [Person, Person];
    const ids: string[] = [];
    // The customer can change only the stops of a later day.
    for (const daysAhead of [0, 0, 0, 0, 2, 2]) ids.push(await makeStop(t, { customer, admin, driver, daysAhead }));
    const responses = await Promise.all(
      Array.from({ length: 60 }, () => {
        const press = presses[pick(presses.length)] as (typeof presses)[number];
        const { token } = pick(2) === 0 ? driver : other;
        return press(ids[pick(ids.length)] as string, token, pick(2) === 0 ? driver : other);
      }),
    );
    for (const { status, body } of responses) expect([200, 404, 409], JSON.stringify(body)).toContain(status);
    for (const id of ids) {
      const row = await rowOf(t, id);
      const lines = await t.db
        .selectFrom('audit_log')
        .select(['action', 'details'])
        .where('subjectId', '=', id)
        .orderBy('id')
        .execute();
      const count = (action: string) => lines.filter((line) => line.action === action).length;
      const undone = lines.filter(({ details }) => (details as { was?: string }).was === 'Completed').length;
      const takenBack = undone + count('reopened');
      expect(count('completed')).toBe(takenBack + (row.status === 'completed' ? 1 : 0));
      expect(row.resolvedBy === null).toBe(row.resolvedAt === null);
      if (row.status === 'assigned' || row.status === 'cancelled') expect(row.resolvedBy).toBeNull();
      expect(count('cancelled')).toBe(row.status === 'cancelled' ? 1 : 0);
      expect(row.completedAt === null).toBe(row.status !== 'completed');
      if (row.status === 'assigned' || row.status === 'completed') expect(row.incompleteReason).toBeNull();
      if (row.status === 'incomplete') expect(count('incomplete')).toBeGreaterThan(0);
      if (row.driverNotes !== null) expect(count('noted')).toBeGreaterThan(0);
      expect(row.driverId).not.toBeNull();
      const addresses = lines
        .filter(({ action }) => action === 'edited')
        .map(({ details }) => details as { address: string });
      if (addresses.length > 0) expect(addresses.at(-1)?.address).toMatch(new RegExp(` to ${row.address}$`));
    }
  },
);
