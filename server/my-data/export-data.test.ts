import { randomUUID } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FullAccount, makeFullAccount, person } from '../../tests/support/accounts/full-account.ts';
import { goodPassword, makeCustomer, makeDriver } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { trailOf } from '../../tests/support/trail.ts';
import { exportKinds } from './export.store.ts';
import { csvOf } from './export-data.ts';

let t: TestApp;
let full: FullAccount;
beforeAll(async () => {
  t = await startTestApp();
  full = await makeFullAccount(t);
});
afterAll(async () => await t.close());

const ask = (token: string | undefined, format: unknown = 'json', currentPassword: unknown = goodPassword) =>
  t.call('POST', '/api/me/data', { token, body: { format, currentPassword } });

describe('the download of an account', () => {
  it("is for the customer's own, with the password", async () => {
    expect((await ask(undefined)).status).toBe(401);
    expect((await ask(full.driver.token)).status).toBe(403);
    expect((await ask(full.admin.token)).status).toBe(403);
    expect((await ask(full.customer.token, 'xml')).status).toBe(400);
    expect((await ask(full.customer.token, 'json', '')).status).toBe(400);
    expect(await ask(full.customer.token, 'json', 'Wrong-1234')).toMatchObject({
      status: 400,
      body: { code: 'wrong_password' },
    });
  });

  it('has everything as JSON, and nothing of others', async () => {
    const entry = { zip: '19380', createdAt: t.services.clock() };
    const { email } = full.customer;
    await t.db
      .insertInto('waiting_list')
      .values([
        { ...entry, id: randomUUID(), email },
        { ...entry, id: randomUUID(), email: 'neighbor@stoop.example' },
      ])
      .execute();
    const { status, body, headers } = await ask(full.customer.token);
    expect(status).toBe(200);
    expect(headers['content-disposition']).toMatch(/^attachment; filename="stoop-data-2026-11-26\.json"$/);
    expect(headers['cache-control']).toBe('no-store');
    const { exportedAt, notComplete, timeZone: _, currency: __, ...kinds } = body;
    expect(exportedAt).toBe(t.services.clock().toISOString());
    expect(notComplete).toEqual([]);
    expect(Object.keys(kinds)).toEqual(Object.keys(exportKinds));
    expect(body.account).toMatchObject([
      { username: full.customer.username, phone: person.phone, address: person.address },
    ]);
    expect(body.pickups.map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining([full.doneId, full.lateId, full.openId, full.unpaidId]),
    );
    expect(body.photos).toMatchObject([{ pickupId: full.doneId, link: expect.stringContaining('/photos/after?v=') }]);
    for (const kind of [
      'billing',
      'plans',
      'planHolds',
      'planCredits',
      'planMonths',
      'notifications',
      'liveLinks',
      'calendarFeed',
      'messages',
      'messageChoices',
      'textConsents',
      'textRefusals',
      'sessions',
      'emailChanges',
    ]) {
      expect([kind, body[kind].length > 0]).toEqual([kind, true]);
    }
    expect(body.waitingList).toMatchObject([{ zip: '19380', email }]);
    expect(body.missedReports).toMatchObject([{ message: person.words }]);
    const text = JSON.stringify(body);
    const rows = await t.db
      .selectFrom('users')
      .select(['passwordHash', 'stripeCustomerId'])
      .where('id', '=', full.customer.id)
      .execute();
    const secrets = [
      rows[0]?.passwordHash,
      rows[0]?.stripeCustomerId,
      full.customer.token,
      full.driver.username,
      full.admin.username,
    ];
    for (const secret of secrets) expect(text).not.toContain(secret ?? 'missing');
    expect(text).not.toMatch(/pi_|sub_|storageKey|By the yellow gnome|Quintessa: yellow/);
    const trail = await trailOf(t, full.admin, 'user', full.customer.id);
    expect(trail).toContainEqual(expect.objectContaining({ action: 'data_exported', details: { format: 'json' } }));
  });

  it('is an archive of CSV files', async () => {
    const response = await t.app.inject({
      method: 'POST',
      url: '/api/me/data',
      headers: { authorization: `Bearer ${full.customer.token}` },
      payload: { format: 'csv', currentPassword: goodPassword },
    });
    expect(response.headers['content-type']).toBe('application/zip');
    const files = unzipSync(response.rawPayload);
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining(['account.csv', 'pickups.csv', 'billing.csv', 'plans.csv']),
    );
    const [header, ...lines] = strFromU8(files['pickups.csv'] ?? new Uint8Array()).split('\r\n');
    expect(header).toMatch(/^id,status,serviceType,scheduledDate,address/);
    expect(lines.join()).toContain(`"${person.address}"`);
  });

  it('is limited to a few an hour', async () => {
    const { token } = await makeCustomer(t);
    const statuses: number[] = [];
    for (let count = 0; count < 7; count += 1) statuses.push((await ask(token)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
    expect((await makeDriver(t)).token).toBeTruthy();
  });
});

it('a field that a spreadsheet would run is quoted', () => {
  const rows = [
    {
      a: '=1+1',
      b: '+x',
      c: '-y',
      d: '@z',
      e: '\tq',
      f: '\rq',
      g: 'a "b"',
      h: 'x,y\nz',
      i: null,
      j: true,
      k: '-12.00',
      l: 'x\ny',
    },
  ];
  expect(csvOf(rows)).toBe(
    `a,b,c,d,e,f,g,h,i,j,k,l\r\n'=1+1,'+x,'-y,'@z,"'\tq","'\rq","a ""b""","x,y\nz",,true,-12.00,"x\ny"\r\n`,
  );
  expect(csvOf([])).toBe('\r\n');
});
