import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { overtaken } from '../../../tests/support/database/overtaken.ts';

let t: TestApp;
let admin: Person;
let customer: Person;
let driver: Person;
beforeAll(async () => {
  t = await startTestApp();
  [admin, customer, driver] = [await makeAdmin(t), await makeCustomer(t), await makeDriver(t)];
});
afterAll(async () => await t.close());
beforeEach(async () => {
  await t.db.deleteFrom('disposal_visits').execute();
  await t.db.deleteFrom('disposal_sites').execute();
});

const path = '/api/admin/disposal-sites';
const graysFerry = {
  ...{ name: 'Grays Ferry', address: '3605 Grays Ferry Ave, Philadelphia, PA 19146', opensAt: '06:00' },
  ...{ closesAt: '17:00', minutes: 20, isActive: true },
};
const add = (change: object = {}, token: string | undefined = admin.token) =>
  t.call('POST', path, { token, body: { ...graysFerry, ...change } });
const change = (site: { id: string; version: number }, body: object, token: string | undefined = admin.token) =>
  t.call('PATCH', `${path}/${site.id}`, { token, body: { ...graysFerry, version: site.version, ...body } });
const remove = (id: string, token: string | undefined = admin.token) => t.call('DELETE', `${path}/${id}`, { token });
const list = async () => (await t.call('GET', path, { token: admin.token })).body;
const trailOf = async (id: string) =>
  (await t.call('GET', '/api/admin/history', { token: admin.token, query: { subject: 'site', id } })).body;
const visitOf = (siteId: string) => ({
  ...{ id: randomUUID(), driverId: driver.id, date: '2026-11-25', siteId, afterStops: 4, bags: 110 },
  ...{ createdAt: new Date() },
});

describe('disposal sites', () => {
  it('are for admins only', async () => {
    const { body: site } = await add();
    for (const [token, status] of [
      ['', 401],
      [customer.token, 403],
      [driver.token, 403],
    ] as const) {
      expect((await t.call('GET', path, { token })).status).toBe(status);
      expect((await add({}, token)).status).toBe(status);
      expect((await change(site, {}, token)).status).toBe(status);
      expect((await remove(site.id, token)).status).toBe(status);
    }
    expect(await list()).toHaveLength(1);
  });

  it('are added, changed, switched off and removed, with a line in the trail each', async () => {
    const added = await add();
    expect(added).toMatchObject({ status: 201, body: { ...graysFerry, version: 1 } });
    expect(added.body.place).toMatchObject({ precision: 'area' });
    const changed = await change(added.body, { opensAt: null, closesAt: null, minutes: 25 });
    expect(changed).toMatchObject({ status: 200, body: { opensAt: null, closesAt: null, minutes: 25, version: 2 } });
    const off = await change(changed.body, { opensAt: null, closesAt: null, minutes: 25, isActive: false });
    expect(off).toMatchObject({ status: 200, body: { isActive: false, version: 3 } });
    expect(await list()).toEqual([off.body]);
    expect(await remove(added.body.id)).toMatchObject({ status: 204, body: undefined });
    expect(await list()).toEqual([]);
    const trail = await trailOf(added.body.id);
    expect(trail.map(({ action }: { action: string }) => action)).toEqual([
      ...['site_removed', 'site_changed', 'site_changed', 'site_added'],
    ]);
    expect(trail[1].details).toEqual({ state: 'on to off' });
    expect(trail[2].details).toEqual({ hours: '6:00 AM – 5:00 PM to always open', minutes: '20 to 25' });
  });

  it('are changed and removed one at a time', async () => {
    const [{ body: site }, { body: other }] = [await add(), await add({ name: 'Other' })];
    await t.db.insertInto('disposal_visits').values(visitOf(other.id)).execute();
    const { body: changed } = await change(site, { minutes: 30 });
    expect(await list()).toEqual([changed, other]);
    expect((await remove(site.id)).status).toBe(204);
    expect(await list()).toEqual([other]);
  });

  it('say that an address has no place, and find one for another address', async () => {
    const { body: site } = await add({ address: 'The blue house by the river' });
    expect(site.place).toBeNull();
    const { body: moved } = await change(site, {});
    expect(moved.place).toMatchObject({ precision: 'area' });
    // Sending the same values again changes nothing, not even the version.
    expect((await change(moved, {})).body).toEqual(moved);
  });

  it('refuse wrong input, and a site that is gone', async () => {
    for (const [body, field] of [
      [{ name: ' ' }, 'name'],
      [{ address: '' }, 'address'],
      [{ opensAt: '7 AM' }, 'opensAt'],
      [{ opensAt: null }, 'opensAt'],
      [{ closesAt: null }, 'closesAt'],
      [{ closesAt: '06:00' }, 'closesAt'],
      [{ minutes: 0 }, 'minutes'],
      [{ minutes: 241 }, 'minutes'],
      [{ minutes: 12.5 }, 'minutes'],
      [{ isActive: 'yes' }, 'isActive'],
    ] as const) {
      expect(await add(body), JSON.stringify(body)).toMatchObject({
        status: 400,
        body: { errors: { [field]: expect.any(String) } },
      });
    }
    expect(await list()).toEqual([]);
    const gone = { id: randomUUID(), version: 1 };
    expect((await change(gone, {})).status).toBe(404);
    expect((await remove(gone.id)).status).toBe(404);
    expect((await remove('no-id')).status).toBe(404);
  });

  it('return 409 when another admin has changed the site meanwhile', async () => {
    const { body: site } = await add();
    const both = await Promise.all([change(site, { name: 'One' }), change(site, { name: 'Two' })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await change(site, { name: 'Three' })).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
  });

  it('are at most 50', async () => {
    const { body: site } = await add();
    const row = await t.db.selectFrom('disposal_sites').selectAll().executeTakeFirstOrThrow();
    const others = Array.from({ length: 48 }, () => ({ ...row, id: randomUUID() }));
    await t.db.insertInto('disposal_sites').values(others).execute();
    const both = await Promise.all([add(), add()]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await list()).toHaveLength(50);
    expect((await remove(site.id)).status).toBe(204);
    expect((await add()).status).toBe(201);
  });
});

describe('a site that a route visits', () => {
  it('is never removed, and says to switch it off', async () => {
    const { body: site } = await add();
    await t.db.insertInto('disposal_visits').values(visitOf(site.id)).execute();
    const refused = await remove(site.id);
    expect(refused).toMatchObject({ status: 409, body: { code: 'site_in_use' } });
    expect(refused.body.message).toContain('switch it off');
    expect((await change(site, { isActive: false })).status).toBe(200);
    expect(await list()).toHaveLength(1);
  });

  it('is not removed when the visit is planned during the removal', async () => {
    const { body: site } = await add();
    const response = await overtaken(
      t.db,
      () => remove(site.id),
      async (trx) => {
        await trx.selectFrom('disposal_sites').select('id').where('id', '=', site.id).forUpdate().execute();
        await trx.insertInto('disposal_visits').values(visitOf(site.id)).execute();
      },
    );
    expect(response).toMatchObject({ status: 409, body: { code: 'site_in_use' } });
  });
});
