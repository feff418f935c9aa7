import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { instantOf } from '../../../contract/values/time/dates.ts';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../../tests/support/accounts/people.ts';
import { type ApiResponse, startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { bookUnpaid } from '../../../tests/support/pickups/bookings.ts';

let t: TestApp;
let admin: Person;
let dana: Person;
let omar: Person;
let driver: Person;
/** The pickups' names in this test, by id. */
const names = new Map<string, string>();

beforeAll(async () => {
  t = await startTestApp();
  t.setNow(instantOf('2026-11-20', '08:00'));
  admin = await makeAdmin(t);
  [dana, omar, driver] = await Promise.all([makeCustomer(t), makeCustomer(t), makeDriver(t)]);
  await rename(dana, { firstName: 'Dana', lastName: 'Whitfield', phone: '(267) 555-0199' });
  await rename(omar, { firstName: 'Omar', lastName: 'Reyes', phone: '(215) 555-0111' });
  await book('south', dana, 3, '742 S 10th St, Philadelphia, PA 19147');
  await book('west', omar, 1, '19147 Baltimore Ave, Philadelphia, PA 19143');
  await book('late', dana, 5, '8 Elsewhere St, Philadelphia, PA 19147');
  await t.call('POST', `/api/admin/pickups/${idOf('west')}/assign`, {
    token: admin.token,
    body: { driverId: driver.id },
  });
});
afterAll(async () => await t.close());

async function rename(person: Person, name: { firstName: string; lastName: string; phone: string }): Promise<void> {
  await t.db.updateTable('users').set(name).where('id', '=', person.id).execute();
}

let minute = 0;
async function book(name: string, customer: Person, daysAhead: number, address: string): Promise<void> {
  t.setNow(instantOf('2026-11-20', `08:${String(10 + minute++)}`));
  const scheduledDate = instantOf(`2026-11-${20 + daysAhead}`, '09:00').toISOString();
  names.set((await bookUnpaid(t, customer.token, { address, scheduledDate })).id, name);
}

const idOf = (name: string) => [...names].find(([, one]) => one === name)?.[0] ?? '';
const list = (query = '', token = admin.token) => t.call('GET', `/api/admin/pickups${query}`, { token });
const namesIn = ({ body }: ApiResponse) => body.map(({ id }: { id: string }) => names.get(id));
const listed = async (query: string) => namesIn(await list(query));

describe('the filters of GET /api/admin/pickups', () => {
  it('find a day, a driver, pickups without a driver, and the ZIP code of an address but not its house number', async () => {
    expect(await listed('?day=2026-11-23')).toEqual(['south']);
    expect(await listed(`?driver=${driver.id}`)).toEqual(['west']);
    expect(await listed('?driver=none')).toEqual(['late', 'south']);
    expect(await listed('?area=19147')).toEqual(['late', 'south']);
    expect(await listed('?area=19143&driver=none')).toEqual([]);
    expect((await list('?area=19147')).headers['x-total-count']).toBe('2');
  });

  it('sort by service date, both ways', async () => {
    expect(await listed('?sort=soonest')).toEqual(['west', 'south', 'late']);
    expect(await listed('?sort=latest')).toEqual(['late', 'south', 'west']);
    expect(await listed('')).toEqual(['late', 'west', 'south']);
  });

  it('search by name, phone number and id', async () => {
    expect(await listed('?q=dana%20whit')).toEqual(['late', 'south']);
    expect(await listed('?q=REYES')).toEqual(['west']);
    expect(await listed(`?q=${omar.username}`)).toEqual(['west']);
    expect(await listed('?q=267.555.0199')).toEqual(['late', 'south']);
    expect(await listed('?q=0111')).toEqual(['west']);
    const id = idOf('south');
    expect(await listed(`?q=%23${id.slice(-8)}`)).toEqual(['south']);
    expect(await listed(`?q=${id.slice(-8).toUpperCase()}`)).toEqual(['south']);
    expect(await listed(`?q=${id}`)).toEqual(['south']);
    expect(await listed(`?q=${id}&status=completed`)).toEqual([]);
    expect(await listed('?q=10th&area=19147&sort=soonest')).toEqual(['south']);
  });

  it('refuse invalid values, and filters that the list does not have', async () => {
    const wrong = ['day=tomorrow', 'driver=sam', 'area=1914', 'area=Bella', 'sort=best', 'status=gone', 'type=gold'];
    for (const query of [...wrong, 'role=driver', 'before=x']) {
      expect((await list(`?${query}`)).status, query).toBe(400);
    }
    expect((await list('?role=driver')).body.message).toBe("This list has no filter 'role'.");
    expect((await t.call('GET', '/api/pickups?role=driver', { token: dana.token })).status).toBe(400);
    expect((await list('?role=')).status).toBe(200);
  });
});

describe('the pages of GET /api/admin/pickups', () => {
  const follow = async ({ headers }: ApiResponse, rel: 'next' | 'prev') => {
    const path = new RegExp(`<([^>]+)>; rel="${rel}"`).exec(String(headers.link))?.[1];
    return path ? await t.call('GET', path, { token: admin.token }) : undefined;
  };

  it.each(['newest', 'oldest', 'soonest', 'latest'])('go forward and back, %s first', async (sort) => {
    const all = await listed(`?sort=${sort}`);
    const first = await list(`?sort=${sort}&limit=1`);
    expect(await follow(first, 'prev')).toBeUndefined();
    const second = await follow(first, 'next');
    const third = second && (await follow(second, 'next'));
    if (!third) throw new Error('there are three pages');
    expect([first, second, third].flatMap(namesIn)).toEqual(all);
    expect(await follow(third, 'next')).toBeUndefined();
    const back = await follow(third, 'prev');
    expect(back && namesIn(back)).toEqual([all[1]]);
    expect(back && namesIn((await follow(back, 'next')) ?? first)).toEqual([all[2]]);
    const start = back && (await follow(back, 'prev'));
    expect(start && namesIn(start)).toEqual([all[0]]);
    expect(start && (await follow(start, 'prev'))).toBeUndefined();
  });
});

describe('GET /api/admin/pickups/:id and /api/admin/pickup-areas', () => {
  it('are for admins', async () => {
    for (const path of [`/api/admin/pickups/${idOf('south')}`, '/api/admin/pickup-areas']) {
      expect((await t.call('GET', path)).status).toBe(401);
      expect((await t.call('GET', path, { token: dana.token })).status).toBe(403);
      expect((await t.call('GET', path, { token: driver.token })).status).toBe(403);
    }
  });

  it('show one pickup with names and contact, and 404 for another id', async () => {
    const { status, body } = await t.call('GET', `/api/admin/pickups/${idOf('west')}`, { token: admin.token });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      customerName: 'Omar Reyes',
      customerUsername: omar.username,
      customerPhone: '(215) 555-0111',
      customerEmail: omar.email,
      driverName: 'Pat Example',
      driverUsername: driver.username,
    });
    for (const id of [dana.id, 'nonsense']) {
      expect((await t.call('GET', `/api/admin/pickups/${id}`, { token: admin.token })).status).toBe(404);
    }
  });

  it('lists the ZIP codes that addresses have', async () => {
    expect((await t.call('GET', '/api/admin/pickup-areas', { token: admin.token })).body).toEqual(['19143', '19147']);
  });
});

describe('cancelled pickups in GET /api/pickups', () => {
  const ownOf = async (query: string) => {
    const response = await t.call('GET', `/api/pickups${query}`, { token: cleo.token });
    return { total: response.headers['x-total-count'], statuses: response.body.map(statusOf).sort() };
  };
  const statusOf = ({ status }: { status: string }) => status;
  let cleo: Person;

  beforeAll(async () => {
    cleo = await makeCustomer(t);
    await book('stays', cleo, 4, '1 Example St, Philadelphia, PA 19103');
    await book('gone', cleo, 4, '1 Example St, Philadelphia, PA 19103 Rear');
    await t.call('DELETE', `/api/admin/pickups/${idOf('gone')}`, { token: admin.token });
  });

  it('are listed and counted only with include=cancelled', async () => {
    expect(await ownOf('')).toEqual({ total: '1', statuses: ['pending'] });
    expect(await ownOf('?include=cancelled')).toEqual({ total: '2', statuses: ['cancelled', 'pending'] });
    expect(await ownOf('?include=cancelled&type=subscription')).toEqual({ total: '0', statuses: [] });
  });

  it('give way to a status that the caller names', async () => {
    expect((await ownOf('?include=cancelled&status=pending')).statuses).toEqual(['pending']);
    expect((await ownOf('?status=cancelled')).statuses).toEqual(['cancelled']);
  });

  it('refuse another value', async () => {
    expect((await t.call('GET', '/api/pickups?include=held', { token: cleo.token })).status).toBe(400);
  });
});
