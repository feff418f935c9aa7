import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { instantOf } from '../../../contract/values/time/dates.ts';
import {
  makeAdmin,
  makeCustomer,
  makeDriver,
  type Person,
  staySignedIn,
} from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { overtaken } from '../../../tests/support/database/overtaken.ts';
import { bookUnpaid } from '../../../tests/support/pickups/bookings.ts';
import { assign, rowOf } from '../../../tests/support/pickups/stops.ts';
import { makeSubscriber, stopsOf, subscribe } from '../../../tests/support/subscriptions/subscriptions.ts';

let t: TestApp;
let admin: Person;
let driver: Person;
let customer: Person;
/** A Monday, 09:00 in New York. Tuesday's cut-off is at 18:00 on this day. */
const monday = new Date('2026-11-23T14:00:00Z');
const newAddress = '718 S 9th St, Philadelphia, PA 19147';
beforeAll(async () => {
  t = await startTestApp();
  t.setNow(monday);
  [admin, driver] = [await makeAdmin(t), await makeDriver(t)];
});
afterAll(async () => await t.close());
beforeEach(async () => {
  t.setNow(monday);
  await t.db.deleteFrom('rate_limits').execute();
  customer = await makeCustomer(t);
});

const read = async (who = customer) => (await t.call('GET', '/api/me/contact', { token: who.token })).body;
const change = (body: unknown, who: Pick<Person, 'token'> = customer) =>
  t.call('PATCH', '/api/me/contact', { token: who.token, body });
const book = async (day: string, who = customer, more = {}): Promise<string> =>
  (await bookUnpaid(t, who.token, { scheduledDate: instantOf(day, '09:00').toISOString(), ...more })).id;
const me = async (who = customer) => (await t.call('GET', '/api/me', { token: who.token })).body;
const trailOf = async (subject: string, id: string) =>
  (await t.call('GET', '/api/admin/history', { token: admin.token, query: { subject, id } })).body.filter(
    ({ action }: { action: string }) => action === 'edited',
  );
const noticesOf = async ({ token }: Person) => {
  await t.runJobs();
  const { body } = await t.call('GET', '/api/notifications', { token });
  return body.notifications.filter(({ type }: { type: string }) => type === 'pickup_readdressed');
};

describe('GET and PATCH /api/me/contact', () => {
  it('are for customers', async () => {
    for (const method of ['GET', 'PATCH'] as const) {
      expect((await t.call(method, '/api/me/contact', method === 'GET' ? {} : { body: {} })).status).toBe(401);
      for (const { token } of [admin, driver]) {
        const options = method === 'GET' ? { token } : { token, body: {} };
        expect((await t.call(method, '/api/me/contact', options)).status).toBe(403);
      }
    }
  });

  it("list only the customer's open pickups, the earliest first, with what stays and why", async () => {
    const elsewhere = await book('2026-11-26', customer, { address: '1 Elsewhere Ave, Philadelphia, PA 19104' });
    const { address } = await me();
    const [today, tomorrow] = [await book('2026-11-23'), await book('2026-11-24', customer, { address })];
    const cancelled = await book('2026-11-25');
    await t.call('DELETE', `/api/admin/pickups/${cancelled}`, { token: admin.token });
    await book('2026-11-24', await makeCustomer(t));
    expect(await read()).toMatchObject({
      phone: '(215) 555-0142',
      serviceAddress: address,
      hasPlan: false,
      pickups: [
        {
          id: today,
          day: '2026-11-23',
          whyStays: 'The deadline to change this pickup was 6:00 PM on Sun, Nov 22. You can still cancel it.',
        },
        { id: tomorrow, isAtServiceAddress: true, isPlanStop: false, whyStays: null },
        { id: elsewhere, isAtServiceAddress: false, whyStays: null },
      ],
    });
  });

  it('change phone and address with a line in the trail, and nothing when they are the same', async () => {
    const before = await me();
    expect((await change({ phone: '215.555.0188' })).body.user).toMatchObject({
      phone: '(215) 555-0188',
      address: before.address,
    });
    expect((await change({ address: ` ${newAddress} ` })).body).toMatchObject({
      user: { phone: '(215) 555-0188', address: newAddress },
      contact: { serviceAddress: newAddress },
      moved: 0,
    });
    await change({ phone: '(215) 555-0188', address: newAddress });
    await change({});
    expect((await trailOf('user', customer.id)).map(({ details }: { details: unknown }) => details)).toEqual([
      { address: `${before.address} to ${newAddress}` },
      { phone: '(215) 555-0142 to (215) 555-0188' },
    ]);
  });

  it('refuse an invalid phone number, address and ID', async () => {
    const before = await me();
    for (const [body, field] of [
      [{ phone: '555' }, 'phone'],
      [{ phone: '' }, 'phone'],
      [{ address: '  ' }, 'address'],
      [{ address: 'x'.repeat(256) }, 'address'],
      [{ address: newAddress, pickupIds: ['nonsense'] }, 'pickupIds.0'],
      [{ address: newAddress, pickupIds: Array.from({ length: 101 }, () => randomUUID()) }, 'pickupIds'],
    ] as const) {
      const { status, body: answer } = await change(body);
      expect([status, Object.keys(answer.errors)]).toEqual([400, [field]]);
    }
    expect(await me()).toMatchObject({ phone: before.phone, address: before.address });
  });

  it('write no phone number into an account that is deleted meanwhile', async () => {
    const late = await overtaken(
      t.db,
      () => change({ phone: '(215) 555-0190' }),
      (trx) => trx.updateTable('users').set({ phone: null, deletedAt: monday }).where('id', '=', customer.id).execute(),
    );
    expect(late).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
    expect((await me()).phone).toBeNull();
  });

  it('are limited to 30 changes an hour', async () => {
    for (let count = 0; count < 30; count++) await change({});
    expect((await change({})).status).toBe(429);
  });
});

describe('pickups that move with the address', () => {
  it('get the address and its place, leave their route and keep their driver; others stay', async () => {
    const [moving, staying] = [await book('2026-11-25'), await book('2026-11-25')];
    for (const id of [moving, staying]) await assign(t, admin, id, driver);
    const route = { id: randomUUID(), driverId: driver.id, date: '2026-11-25', pickupIds: [moving, staying] };
    await t.db.insertInto('routes').values(route).execute();
    const onRoute = { routeId: route.id, estimatedArrival: monday, pickupWindow: '09:00-11:00' };
    await t.db.updateTable('pickups').set(onRoute).where('id', 'in', [moving, staying]).execute();
    const before = await rowOf(t, staying);

    expect(await change({ address: newAddress, pickupIds: [moving] })).toMatchObject({
      status: 200,
      body: { moved: 1 },
    });

    expect(await rowOf(t, moving)).toMatchObject({
      ...{ address: newAddress, coordinatesPrecision: 'address', status: 'assigned', driverId: driver.id },
      ...{
        routeId: null,
        estimatedArrival: null,
        pickupWindow: null,
        bagCount: before.bagCount,
        amount: before.amount,
      },
    });
    expect((await rowOf(t, moving)).coordinates).not.toBe(before.coordinates);
    expect(await rowOf(t, staying)).toEqual(before);
    const routes = await t.db.selectFrom('routes').select('pickupIds').where('id', '=', route.id).execute();
    expect(routes).toEqual([{ pickupIds: [staying] }]);
    expect(await trailOf('pickup', moving)).toMatchObject([
      { actorUsername: customer.username, details: { address: `${before.address} to ${newAddress}` } },
    ]);
  });

  it('notify the driver and the dispatcher once, and not the customer', async () => {
    const [first, second] = [await book('2026-11-25'), await book('2026-11-25')];
    const mover = await makeDriver(t);
    for (const id of [first, second]) await assign(t, admin, id, mover);
    await noticesOf(admin);
    await t.db.deleteFrom('notifications').execute();
    await change({ address: newAddress, pickupIds: [first, second] });
    expect(await noticesOf(mover)).toMatchObject([{ message: '2 of your stops on Wed, Nov 25 have a new address.' }]);
    expect(await noticesOf(admin)).toMatchObject([
      {
        title: 'New address',
        message: `2 pickups moved to ${newAddress}: Wed, Nov 25; Wed, Nov 25.`,
        actionUrl: `/admin/customers/${customer.id}`,
      },
    ]);
    expect(await noticesOf(customer)).toEqual([]);
  });

  it('move until the minute of the cut-off; later all is refused, and the refusal names the pickup', async () => {
    const [tuesday, wednesday] = [await book('2026-11-24'), await book('2026-11-25')];
    t.setNow(new Date('2026-11-23T23:00:00Z'));
    await staySignedIn(t);
    const message =
      'Tue, Nov 24: The deadline to change this pickup was 6:00 PM on Mon, Nov 23. You can still cancel it.';
    expect(
      await change({ phone: '(215) 555-0199', address: newAddress, pickupIds: [wednesday, tuesday] }),
    ).toMatchObject({
      status: 409,
      body: { code: 'cannot_move', message, errors: { pickupIds: message } },
    });
    expect((await me()).phone).toBe('(215) 555-0142');
    expect((await rowOf(t, wednesday)).address).not.toBe(newAddress);
    t.setNow(new Date('2026-11-23T22:59:59.999Z'));
    expect((await change({ address: newAddress, pickupIds: [wednesday, tuesday] })).body.moved).toBe(2);
  });

  it.each([
    ['2026-03-08', '2026-03-07T23:00:00Z'],
    ['2026-03-09', '2026-03-08T22:00:00Z'],
    ['2026-11-01', '2026-10-31T22:00:00Z'],
    ['2026-11-02', '2026-11-01T23:00:00Z'],
  ])('have their cut-off at 18:00 New York time around the clock change: %s', async (day, cutoff) => {
    const at = new Date(cutoff);
    t.setNow(new Date(at.getTime() - 3 * 24 * 3_600_000));
    await staySignedIn(t);
    const id = await book(day);
    t.setNow(at);
    await staySignedIn(t);
    expect((await change({ address: newAddress, pickupIds: [id] })).status).toBe(409);
    t.setNow(new Date(at.getTime() - 1));
    expect((await change({ address: newAddress, pickupIds: [id] })).body.moved).toBe(1);
  });

  it("are only the customer's own and open ones; others are named and nothing changes", async () => {
    const foreign = await book('2026-11-25', await makeCustomer(t));
    const [own, done] = [await book('2026-11-25'), await book('2026-11-23')];
    await assign(t, admin, done, driver);
    await t.call('PATCH', `/api/admin/complete-pickup/${done}`, { token: admin.token });
    const unknown = randomUUID();
    const message = [
      `You have no pickup ${foreign.slice(-8)}.`,
      'Mon, Nov 23: This pickup is completed.',
      `You have no pickup ${unknown.slice(-8)}.`,
    ].join(' ');
    expect(await change({ address: newAddress, pickupIds: [own, foreign, done, unknown] })).toMatchObject({
      status: 409,
      body: { code: 'cannot_move', message },
    });
    for (const id of [own, foreign, done]) expect((await rowOf(t, id)).address).not.toBe(newAddress);
    expect((await me()).address).not.toBe(newAddress);
  });

  it('are all refused when one is in neither list', async () => {
    const [moving, staying] = [await book('2026-11-25'), await book('2026-11-26')];
    const body = { address: newAddress, pickupIds: [moving], stayIds: [staying] };
    const late = await book('2026-11-27');
    expect(await change(body)).toMatchObject({ status: 409, body: { code: 'pickups_changed' } });
    expect((await rowOf(t, moving)).address).not.toBe(newAddress);
    await t.call('DELETE', `/api/admin/pickups/${late}`, { token: admin.token });
    expect((await change(body)).body.moved).toBe(1);
    // A repeat moves nothing: the pickup is already there.
    expect((await change(body)).body.moved).toBe(0);
    expect(await trailOf('pickup', moving)).toHaveLength(1);
  });

  it('move once from two tabs, and not after a dispatcher has cancelled them', async () => {
    const id = await book('2026-11-25');
    const body = { address: newAddress, pickupIds: [id] };
    const moved = await Promise.all([change(body), change(body)]);
    expect(moved.map(({ body: { moved: count } }) => count).sort()).toEqual([0, 1]);
    const other = '1530 E Passyunk Ave, Philadelphia, PA 19147';
    const [cancelled, readdressed] = await Promise.all([
      t.call('DELETE', `/api/admin/pickups/${id}`, { token: admin.token }),
      change({ address: other, pickupIds: [id] }),
    ]);
    expect(cancelled.status).toBe(200);
    expect((await rowOf(t, id)).address).toBe(readdressed.status === 200 ? other : newAddress);
    expect((await me()).address).toBe(readdressed.status === 200 ? other : newAddress);
  });

  it('need an address to move to', async () => {
    const id = await book('2026-11-25');
    await t.db.updateTable('users').set({ address: null }).where('id', '=', customer.id).execute();
    expect(await change({ pickupIds: [id] })).toMatchObject({
      status: 400,
      body: { errors: { address: 'Address is required' } },
    });
  });
});

describe('a plan', () => {
  it('is served at the new address from the next new stop on; its open stops move if they are chosen', async () => {
    const subscriber = await makeSubscriber(t, { packageType: 'heavy-duty' });
    const [first, second] = await stopsOf(t, subscriber.subscriptionId);
    if (!first || !second) throw new Error('a plan without two stops');
    expect(await read(subscriber)).toMatchObject({
      hasPlan: true,
      pickups: [{ id: first.id, isPlanStop: true, isAtServiceAddress: true }, { id: second.id }],
    });
    const { body } = await change({ address: newAddress, pickupIds: [second.id] }, subscriber);
    expect(body).toMatchObject({ moved: 1, contact: { serviceAddress: newAddress } });
    const { body: plan } = await t.call('GET', '/api/subscription', { token: subscriber.token });
    expect(plan.address).toBe(newAddress);
    expect(await trailOf('subscription', subscriber.subscriptionId)).toHaveLength(1);

    await assign(t, admin, first.id, driver);
    t.setNow(first.scheduledDate as Date);
    await staySignedIn(t);
    await t.call('PATCH', `/api/admin/complete-pickup/${first.id}`, { token: admin.token });
    const stops = await stopsOf(t, subscriber.subscriptionId);
    expect(stops.map(({ address }) => address)).toEqual([first.address, newAddress, newAddress]);
  });

  it('has its own service address, which the change replaces', async () => {
    const { address } = await me();
    const own = '1530 E Passyunk Ave, Philadelphia, PA 19147';
    await subscribe(t, customer.token, { address: own });
    expect(await read()).toMatchObject({ serviceAddress: own });
    expect((await me()).address).toBe(address);
    // A change of the phone number alone doesn't change the service address.
    await change({ phone: '(215) 555-0190' });
    expect(await read()).toMatchObject({ serviceAddress: own });
    await change({ address: newAddress });
    expect(await read()).toMatchObject({ serviceAddress: newAddress });
    expect((await me()).address).toBe(newAddress);
  });

  it('does not decide the service address once it is cancelled', async () => {
    const { address } = await me();
    const { id } = await subscribe(t, customer.token, { address: '1530 E Passyunk Ave, Philadelphia, PA 19147' });
    await t.call('DELETE', `/api/admin/subscriptions/${id}`, { token: admin.token });
    expect(await read()).toMatchObject({ hasPlan: false, serviceAddress: address });
    await change({ address: newAddress });
    expect(await trailOf('subscription', id)).toEqual([]);
  });

  it('makes no stop at the old address while the address changes', async () => {
    const subscriber = await makeSubscriber(t);
    const [first] = await stopsOf(t, subscriber.subscriptionId);
    if (!first) throw new Error('a plan without a stop');
    await assign(t, admin, first.id, driver);
    t.setNow(first.scheduledDate as Date);
    await staySignedIn(t);
    await Promise.all([
      t.call('PATCH', `/api/admin/complete-pickup/${first.id}`, { token: admin.token }),
      change({ address: newAddress, pickupIds: [], stayIds: [] }, subscriber),
    ]);
    const [, next] = await stopsOf(t, subscriber.subscriptionId);
    const { body: plan } = await t.call('GET', '/api/subscription', { token: subscriber.token });
    // Either the stop was made first and the change was refused, or the stop was made at the new address.
    expect(next?.address).toBe(plan.address ?? first.address);
  });
});
