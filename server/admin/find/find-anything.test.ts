import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Found, mostFound } from '../../../contract/admin.ts';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { bookUnpaid } from '../../../tests/support/pickups/bookings.ts';

let t: TestApp;
let admin: Person;
let dana: Person;
let driver: Person;
let pickupId: string;
beforeAll(async () => {
  t = await startTestApp();
  [admin, dana, driver] = await Promise.all([makeAdmin(t), makeCustomer(t), makeDriver(t)]);
  const name = { firstName: 'Dana', lastName: 'Whitfield', phone: '(267) 555-0199', address: '5 Quince St' };
  await t.db.updateTable('users').set(name).where('id', '=', dana.id).execute();
  const named = { firstName: 'Marcus', lastName: 'Hill', phone: '(267) 555-0177' };
  await t.db.updateTable('users').set(named).where('id', '=', driver.id).execute();
  pickupId = (await bookUnpaid(t, dana.token)).id;
});
afterAll(async () => await t.close());

const find = (q: string, token = admin.token) => t.call('GET', `/api/admin/find?q=${encodeURIComponent(q)}`, { token });
const found = async (q: string): Promise<Found> => (await find(q)).body;
const customersFor = async (q: string) => (await found(q)).customers.map(({ id }) => id);

describe('GET /api/admin/find', () => {
  it('is for admins, and needs a text', async () => {
    expect((await t.call('GET', '/api/admin/find?q=dana')).status).toBe(401);
    expect((await find('dana', dana.token)).status).toBe(403);
    expect((await find('dana', driver.token)).status).toBe(403);
    expect(await find(' ')).toMatchObject({ status: 400, body: { message: 'Please enter what to find' } });
    expect((await t.call('GET', '/api/admin/find', { token: admin.token })).status).toBe(400);
    expect((await find('x'.repeat(256))).status).toBe(400);
  });

  it('finds customers by name in either order, phone number, email and address', async () => {
    for (const q of [
      'dana whit',
      'Whitfield Dana',
      'Whitfield, Dana',
      '267 555 0199',
      '+1 (267) 555-0199',
      '0199',
      dana.email,
    ]) {
      expect(await customersFor(q), q).toEqual([dana.id]);
    }
    expect(await customersFor('quince')).toEqual([dana.id]);
    expect((await found('quince')).customers[0]).toEqual({
      id: dana.id,
      name: 'Dana Whitfield',
      username: dana.username,
      email: dana.email,
      phone: '(267) 555-0199',
      address: '5 Quince St',
    });
    expect(await customersFor('100%')).toEqual([]);
    expect(await customersFor('%%%')).toEqual([]);
  });

  it('finds active drivers, also by two letters, and not among the customers', async () => {
    expect(await found('marcus')).toMatchObject({ customers: [], drivers: [{ id: driver.id, name: 'Marcus Hill' }] });
    expect((await found('hi')).drivers.map(({ id }) => id)).toEqual([driver.id]);
    expect((await found('hi')).customers).toEqual([]);
    await t.db.updateTable('users').set({ isActive: false }).where('id', '=', driver.id).execute();
    expect((await found('marcus')).drivers).toEqual([]);
    await t.db.updateTable('users').set({ isActive: true }).where('id', '=', driver.id).execute();
  });

  it('finds a pickup by the id that lists show, by its beginning and by the full id', async () => {
    const short = pickupId.slice(-8);
    for (const q of [`#${short}`, short.toUpperCase(), `#${short.slice(0, 5)}`, pickupId]) {
      const { pickups } = await found(q);
      expect(pickups, q).toMatchObject([{ id: pickupId, customerName: 'Dana Whitfield', driverName: null }]);
    }
    expect((await found(short.slice(0, 5))).pickups).toEqual([]);
  });

  it('returns at most eight of a kind, and those first whose name starts with the text', async () => {
    const names = ['Quill', 'Ann', 'Bea', 'Cal', 'Dee', 'Eli', 'Fay', 'Gus', 'Hal', 'Ida'];
    const people = names.map((firstName, index) => ({
      id: `00000000-0000-7000-8000-00000000000${index}`,
      username: `jacquill_${index}`,
      email: `jacquill_${index}@stoop.example`,
      ...{ firstName, lastName: 'Zimmer', createdAt: new Date() },
    }));
    await t.db.insertInto('users').values(people).execute();
    const { customers } = await found('quill');
    expect(customers).toHaveLength(mostFound);
    expect(customers[0]?.name).toBe('Quill Zimmer');
    expect(customers[1]?.name).toBe('Ann Zimmer');
  });
});

describe('lists of people', () => {
  const people = (query: string) => t.call('GET', `/api/admin/users${query}`, { token: admin.token });

  it('filter by role, and refuse filters that they do not have', async () => {
    const { body } = await people('?role=driver');
    expect(body).toMatchObject({ customers: [], drivers: [{ id: driver.id }], admins: [] });
    expect((await people('?role=customer&limit=1')).body).toMatchObject({ drivers: [], admins: [] });
    expect((await people('?role=boss')).status).toBe(400);
    for (const path of ['users', 'all-members']) {
      for (const filter of ['status', 'type']) {
        const response = await t.call('GET', `/api/admin/${path}?${filter}=active`, { token: admin.token });
        expect(response, path).toMatchObject({
          status: 400,
          body: { message: `This list has no filter '${filter}'.` },
        });
      }
    }
    expect((await t.call('GET', '/api/admin/subscriptions?role=driver', { token: admin.token })).status).toBe(400);
  });
});
