import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ownerSettingsId } from '../../contract/owner-settings.ts';
import { makeAdmin, makeCustomer, type Person } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { overtaken } from '../../tests/support/database/overtaken.ts';
import { bookingBody, bookUnpaid } from '../../tests/support/pickups/bookings.ts';
import { trailOf } from '../../tests/support/trail.ts';
import { clientSettingsOf } from '../assemble.ts';
import { readSettings } from '../settings/settings.ts';
import { followSettings } from './follow-settings.ts';

let t: TestApp;
let admin: Person;
let customer: Person;
const env = { CHANGE_CUTOFF: '17:00', SUPPORT_PHONE: '(215) 555-0199', ROUTE_HOURS: '9' };
beforeAll(async () => {
  t = await startTestApp(env);
  [admin, customer] = [await makeAdmin(t), await makeCustomer(t)];
});
afterAll(async () => await t.close());
beforeEach(async () => {
  await t.db.deleteFrom('owner_settings').execute();
  Object.assign(t.services.settings, readSettings({ DATABASE_URL: t.databaseUrl, ...env }, []), {
    dataDir: t.services.settings.dataDir,
  });
});

const path = '/api/admin/settings';
const read = (token: string | undefined = admin.token) => t.call('GET', path, { token });
const change = (values: object, version = 0, token: string | undefined = admin.token) =>
  t.call('PATCH', path, { token, body: { version, values } });

describe('the settings of the owner', () => {
  it('are for admins only', async () => {
    expect((await t.call('GET', path)).status).toBe(401);
    expect((await t.call('PATCH', path, { body: {} })).status).toBe(401);
    expect((await read(customer.token)).status).toBe(403);
    expect((await change({}, 0, customer.token)).status).toBe(403);
  });

  it("are the environment's until the owner changes one", async () => {
    const { body } = await read();
    expect(body).toMatchObject({
      version: 0,
      updatedAt: null,
      values: {
        ...{ changeCutoff: '17:00', lateRefundPercent: 50, supportPhone: '(215) 555-0199', businessAddress: null },
        ...{ shiftStart: '07:00', shiftEnd: '16:00', truckBags: 120, passages: { law: null } },
      },
    });
  });

  it('take effect at the next use, with old and new value in the trail', async () => {
    const pickup = await bookUnpaid(t, customer.token);
    expect((await change({ changeCutoff: '16:00', lateRefundPercent: 25, shiftEnd: '17:30' })).body).toMatchObject({
      version: 1,
      values: { changeCutoff: '16:00', lateRefundPercent: 25, supportPhone: '(215) 555-0199' },
    });
    const later = await bookUnpaid(t, customer.token, { bagCount: 4, amount: '30.00' });
    const terms = async (id: string) =>
      await t.db
        .selectFrom('pickups')
        .select(['changeCutoff', 'lateRefundPercent'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    // The terms shown when a pickup was booked still apply.
    expect(await terms(pickup.id)).toEqual({ changeCutoff: '17:00', lateRefundPercent: 50 });
    expect(await terms(later.id)).toEqual({ changeCutoff: '16:00', lateRefundPercent: 25 });
    expect(clientSettingsOf(t.services)).toMatchObject({ changeCutoff: '16:00', lateRefundPercent: 25 });
    expect(t.services.settings).toMatchObject({ routeHours: 10.5, workTimes: { startTime: '07:00' } });
    const trail = await trailOf(t, admin, 'settings', ownerSettingsId);
    expect(trail[0]).toMatchObject({
      action: 'settings_changed',
      actorUsername: admin.username,
      details: { changeCutoff: '17:00 to 16:00', lateRefundPercent: '50 to 25', shiftEnd: '16:00 to 17:30' },
    });
  });

  it('refuse a booking under terms that have changed since they were shown', async () => {
    const { address, bagCount, scheduledDate } = bookingBody(t, 3);
    const open = (shownTerms?: object) => {
      const draft = { address, bagCount, scheduledDate, specialInstructions: null, draftKey: randomUUID() };
      const body = { amount: '45.00', booking: { ...draft, ...(shownTerms && { shownTerms }) } };
      return t.call('POST', '/api/create-payment-intent', { token: customer.token, body });
    };
    const shown = { cutoff: '17:00', lateRefundPercent: 50 };
    expect((await open(shown)).status).toBe(200);
    await change({ lateRefundPercent: 25 });
    expect(await open(shown)).toMatchObject({ status: 409, body: { code: 'terms_changed' } });
    expect((await open({ ...shown, lateRefundPercent: 25 })).status).toBe(200);
    expect((await open()).status).toBe(200);
  });

  it('refuse a plan under terms that have changed since they were shown', async () => {
    const buyer = await makeCustomer(t);
    const buy = (shownTerms?: object) => {
      const body = {
        packageType: 'basic',
        address: '1127 S 9th St, Philadelphia, PA 19147',
        ...(shownTerms && { shownTerms }),
      };
      return t.call('POST', '/api/create-subscription', { token: buyer.token, body });
    };
    const shown = { cutoff: '17:00', lateRefundPercent: 50 };
    await change({ lateRefundPercent: 25 });
    expect(await buy(shown)).toMatchObject({ status: 409, body: { code: 'terms_changed' } });
    expect(await t.db.selectFrom('payments').select('id').where('customerId', '=', buyer.id).execute()).toEqual([]);
    expect((await buy({ ...shown, lateRefundPercent: 25 })).status).toBe(200);
  });

  it('keep what is saved when the environment changes, in another process too', async () => {
    await change({ supportPhone: '(215) 555-0111', passages: { ...passages, law: 'Pennsylvania.' } });
    const settings = readSettings({ DATABASE_URL: t.databaseUrl, CHANGE_CUTOFF: '15:00' }, []);
    const stop = await followSettings({ ...t.services, settings });
    await stop();
    expect(settings).toMatchObject({
      ...{ changeCutoff: '17:00', supportPhone: '(215) 555-0111', ownerVersion: 1 },
      passages: { law: 'Pennsylvania.' },
    });
  });

  it('return 409 when somebody else changed them meanwhile', async () => {
    expect((await change({ truckBags: 90 })).status).toBe(200);
    expect(await change({ truckBags: 80 })).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
    const both = await Promise.all([change({ truckBags: 70 }, 1), change({ truckBags: 60 }, 1)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('return 409 when another server saves first', async () => {
    await change({ truckBags: 90 });
    const others = { version: 2, values: JSON.stringify({ truckBags: 91 }) };
    const response = await overtaken(
      t.db,
      () => change({ truckBags: 80 }, 1),
      (trx) => trx.updateTable('owner_settings').set(others).execute(),
    );
    expect(response).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
    expect((await read()).body).toMatchObject({ version: 2, values: { truckBags: 91 } });
  });

  it('notice what another server has changed', async () => {
    await change({ truckBags: 90 });
    await t.db
      .updateTable('owner_settings')
      .set({ version: 2, values: JSON.stringify({ truckBags: 91 }) })
      .execute();
    expect((await change({ truckBags: 80 }, 1)).status).toBe(409);
    expect((await read()).body).toMatchObject({ version: 2, values: { truckBags: 91 } });
  });

  it('refuse what is not allowed, field by field, and change nothing', async () => {
    const wrong = await change({
      ...{ changeCutoff: '25:00', lateRefundPercent: 101, supportPhone: ' ', supportEmail: 'nobody' },
      ...{ businessAddress: 'two\nlines', truckBags: 0 },
    });
    expect(wrong.status).toBe(400);
    expect(Object.keys(wrong.body.errors).sort()).toEqual([
      'values.businessAddress',
      'values.changeCutoff',
      'values.lateRefundPercent',
      'values.supportEmail',
      'values.supportPhone',
      'values.truckBags',
    ]);
    expect(await change({ shiftStart: '16:00', shiftEnd: '07:00' })).toMatchObject({
      status: 400,
      body: { errors: { 'values.shiftEnd': expect.any(String) } },
    });
    for (const supportPhone of ['call us', '911', '(215) 555-01']) {
      expect(await change({ supportPhone }), supportPhone).toMatchObject({
        status: 400,
        body: { errors: { 'values.supportPhone': 'Please enter a phone number such as (215) 555-0107' } },
      });
    }
    expect((await read()).body.version).toBe(0);
  });

  it('stay as they are when the same is saved again', async () => {
    expect((await change({ changeCutoff: '17:00' })).body.version).toBe(0);
  });
});

const passages = {
  ...{ company: null, neverTaken: null, damage: null, law: null, termsChanges: null },
  ...{ providers: null, retention: null, rights: null, privacyChanges: null },
};
