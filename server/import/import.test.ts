import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ImportField, maxImportBytes } from '../../contract/import.ts';
import { goodPassword, makeAdmin, makeCustomer, makeDriver, type Person } from '../../tests/support/accounts/people.ts';
import { enrol } from '../../tests/support/accounts/second-factor.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { overtaken } from '../../tests/support/database/overtaken.ts';
import { checkLines, importHeader, importLine, importLines, rowsOf, uploadCsv } from '../../tests/support/imports.ts';
import { pay } from '../../tests/support/pickups/bookings.ts';
import { linkIn, tokenIn } from '../../tests/support/services/mails.ts';
import { intentOf, makeSubscriber, openPlan } from '../../tests/support/subscriptions/subscriptions.ts';
import { checkImport } from './check-import.ts';
import { setFields } from './import.store.ts';
import { sweepImports } from './sweep-imports.ts';

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await startTestApp();
  admin = await makeAdmin(t);
});
afterAll(async () => await t.close());
beforeEach(async () => {
  await t.db.deleteFrom('rate_limits').execute();
});

const path = '/api/admin/imports';
const plan = { package: 'Basic', day: 'Fri', time: 'afternoon' };
const emailOf = (line: string) => line.split(',')[1] ?? '';
const findUser = async (line: string) =>
  await t.db.selectFrom('users').selectAll().where('email', '=', emailOf(line)).executeTakeFirst();
const countUsers = async () =>
  (await t.db.selectFrom('users').select('id').where('deletedAt', 'is', null).execute()).length;
const trailOf = async (id: string) => {
  const query = { subject: 'import', id };
  const { body } = await t.call('GET', '/api/admin/history', { token: admin.token, query });
  return body.map((line: { action: string }) => line.action);
};

/** Makes a customer whose email is verified: only such accounts are offered the plan of a row. */
async function makeVerified(): Promise<Person> {
  const person = await makeCustomer(t);
  await t.db.updateTable('users').set({ emailVerified: true }).where('id', '=', person.id).execute();
  return person;
}

describe('who may import', () => {
  it('is an admin; an unknown batch is 404', async () => {
    const { id } = await checkLines(t, admin, [importLine()]);
    const driver = await makeDriver(t);
    const customer = await makeCustomer(t);
    for (const [token, status] of [
      [undefined, 401],
      [driver.token, 403],
      [customer.token, 403],
    ] as const) {
      expect((await uploadCsv(t, token, importHeader)).status).toBe(status);
      for (const [method, rest] of calls) {
        expect((await t.call(method, `${path}/${id}${rest}`, { token, body: {} })).status, rest).toBe(status);
      }
    }
    const bodies = {
      '/columns': { hasHeader: true, fields: [] },
      '/run': { revision: 1 },
      '/invitations': { expected: 1 },
    };
    for (const [method, rest] of calls) {
      const body = bodies[rest as keyof typeof bodies] ?? {};
      const response = await t.call(method, `${path}/${randomUUID()}${rest}`, {
        token: admin.token,
        ...(method !== 'GET' && { body }),
      });
      expect(response, rest).toMatchObject({ status: 404, body: { message: 'Import not found' } });
    }
    expect((await t.call('GET', '/api/me/imported-plan', { token: driver.token })).status).toBe(403);
  });

  const calls = [
    ['GET', ''],
    ['GET', '/rows'],
    ['GET', '/not-imported'],
    ['PUT', '/columns'],
    ['POST', '/run'],
    ['POST', '/undo'],
    ['POST', '/invitations'],
    ['DELETE', ''],
  ] as const;

  it('must prove the second factor again to create, remove, email or export people', async () => {
    t.setNow(new Date());
    const guarded = await makeAdmin(t);
    await enrol(t, guarded, t.services.clock());
    const { id } = await checkLines(t, admin, [importLine()]);
    t.setNow(new Date(Date.now() + 16 * 60_000));
    for (const [method, rest] of [
      ['POST', '/run'],
      ['POST', '/undo'],
      ['POST', '/invitations'],
      ['GET', '/not-imported'],
    ] as const) {
      const response = await t.call(method, `${path}/${id}${rest}`, { token: guarded.token });
      expect(response, rest).toMatchObject({ status: 409, body: { code: 'confirm_again' } });
    }
    t.setNow(new Date());
  });
});

describe('an uploaded file', () => {
  it('is refused when it is empty, too large, too long, no CSV or cannot be read', async () => {
    const send = async (csv: string | Buffer) => await uploadCsv(t, admin.token, csv);
    expect(await send('')).toMatchObject({ status: 400, body: { message: 'The file is empty.' } });
    expect(await send('\n\n,,\n')).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('no rows') },
    });
    expect(await send(importHeader)).toMatchObject({ status: 400 });
    expect(await send(Buffer.alloc(maxImportBytes + 1, 'a'))).toMatchObject({
      status: 413,
      body: { message: 'The file is too large' },
    });
    expect(await send(`a,"b\nc,d`)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('never closed') },
    });
    expect((await t.call('POST', path, { token: admin.token, body: {} })).status).toBe(415);
  });

  it('is described with a guess of its columns, which can be changed until it is run', async () => {
    const line = importLine(plan);
    const { status, body } = await uploadCsv(t, admin.token, `${importHeader}\n${line}`, 'Spring list.csv');
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { fileName: 'Spring list.csv', state: 'uploaded', rows: 1, hasHeader: true, createdBy: admin.username },
    });
    expect(body.columns.map(({ field }: { field: string }) => field)).toEqual([
      ...['name', 'email', 'phone', 'address', 'package', 'days', 'time', 'note'],
    ]);
    const columns = `${path}/${body.id}/columns`;
    const match = async (fields: unknown[]) =>
      await t.call('PUT', columns, { token: admin.token, body: { hasHeader: true, fields } });
    expect((await match(['name'])).status).toBe(400);
    expect((await match(['name', 'name', null, null, null, null, null, null])).status).toBe(400);
    expect((await match(['cat', null, null, null, null, null, null, null])).status).toBe(400);
    expect(await match(Array(8).fill(null))).toMatchObject({ status: 200, body: { state: 'checking', revision: 1 } });
    await t.runJobs();
    expect((await rowsOf(t, admin, body.id)).rows[0]).toMatchObject({ verdict: 'error' });
    expect((await t.call('DELETE', `${path}/${body.id}`, { token: admin.token })).status).toBe(200);
    expect((await t.call('GET', `${path}/${body.id}`, { token: admin.token })).status).toBe(404);
  });

  it('is listed with the newest first', async () => {
    const { id } = await checkLines(t, admin, [importLine()]);
    const { body } = await t.call('GET', path, { token: admin.token });
    expect(body[0]).toMatchObject({ id, state: 'checked', checked: { new: 1 } });
  });
});

describe('the check', () => {
  it('names every error in a sentence, and makes nothing', async () => {
    const before = await countUsers();
    const known = await makeCustomer(t);
    const lines = [
      importLine(plan),
      importLine({ phone: '12' }),
      importLine({ email: known.email }),
      importLine({ email: known.email.toUpperCase(), ...plan }),
      importLine({ email: admin.email }),
      importLine({ package: 'Gold' }),
    ];
    const batch = await checkLines(t, admin, lines);
    expect(batch).toMatchObject({
      state: 'checked',
      rows: 6,
      checked: { new: 1, plan: 0, duplicate: 2, error: 3, plans: 1 },
    });
    const { rows, total } = await rowsOf(t, admin, batch.id, { show: 'error' });
    expect(total).toBe(3);
    expect(
      rows.map((row: { number: number; problems: { text: string }[] }) => [row.number, row.problems[0]?.text]),
    ).toEqual([
      [3, 'Please enter a valid US phone number'],
      [6, 'This email belongs to a member of your staff.'],
      [7, expect.stringContaining('We don\'t have a package called "Gold"')],
    ]);
    expect((await rowsOf(t, admin, batch.id, { q: known.email })).total).toBe(2);
    expect(await countUsers()).toBe(before + 1);
  });

  it('names what is wrong with hostile cells, and never fails', async () => {
    const hostile = [
      ...[
        'x'.repeat(5_000),
        '🧹'.repeat(50),
        `${'a'.repeat(39)}🧹`,
        '=HYPERLINK("x")',
        '\u202E',
        "'; DROP TABLE users",
      ],
      ...['a@'.repeat(200), '\\', '%_', '0000000000', '1e309', '{"a":1}', '\uFFFE', '\r', '<b>'],
    ];
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const lines = hostile.map((text) => Array(8).fill(quoted(text)).join(','));
    const batch = await checkLines(t, admin, [...lines, importLine()]);
    expect(batch).toMatchObject({ state: 'checked', checked: { new: 1 } });
    expect(batch.checked.error).toBe(batch.rows - 1);
    const { rows } = await rowsOf(t, admin, batch.id, { show: 'error' });
    for (const row of rows) expect(row.problems.length, JSON.stringify(row)).toBeGreaterThan(0);
    expect((await rowsOf(t, admin, batch.id, { q: 'valid US phone' })).total).toBeGreaterThan(5);
  });

  it('pages rows forward and back', async () => {
    const batch = await checkLines(
      t,
      admin,
      Array.from({ length: 120 }, () => importLine()),
    );
    const first = await rowsOf(t, admin, batch.id);
    expect(first).toMatchObject({ total: 120, next: 51, previous: null });
    const second = await rowsOf(t, admin, batch.id, { after: '51' });
    expect(second).toMatchObject({ next: 101, previous: 0 });
    expect(second.rows[0].number).toBe(52);
    expect(await rowsOf(t, admin, batch.id, { after: '101' })).toMatchObject({ next: null, previous: 51 });
    const bad = { token: admin.token, query: { after: 'x' } };
    expect((await t.call('GET', `${path}/${batch.id}/rows`, bad)).status).toBe(400);
  });

  it('follows the newest match of the columns', async () => {
    const batch = await checkLines(t, admin, [importLine()]);
    const fields = batch.columns.map(({ field }: { field: string }) => (field === 'email' ? null : field));
    const { token } = admin;
    const columns = `${path}/${batch.id}/columns`;
    await t.call('PUT', columns, { token, body: { hasHeader: true, fields } });
    const stale = await t.call('POST', `${path}/${batch.id}/run`, { token, body: { revision: batch.revision } });
    expect(stale).toMatchObject({ status: 409, body: { code: 'check_first' } });
    await t.runJobs();
    const { body } = await t.call('GET', `${path}/${batch.id}`, { token });
    expect(body).toMatchObject({ revision: 2, checked: { new: 0, error: 1 } });
    // The first row is data now, so its verdict counts.
    await t.call('PUT', columns, { token, body: { hasHeader: false, fields } });
    await t.runJobs();
    expect((await t.call('GET', `${path}/${batch.id}`, { token })).body).toMatchObject({
      rows: 2,
      checked: { error: 2 },
    });
  });

  it('saves nothing when the columns are matched again while it runs', async () => {
    const { token } = admin;
    const { body: batch } = await uploadCsv(t, token, `${importHeader}\n${importLine()}`);
    const fields = batch.columns.map(({ field }: { field: ImportField | null }) => field);
    const match = { hasHeader: true, fields };
    const { body: matched } = await t.call('PUT', `${path}/${batch.id}/columns`, { token, body: match });
    await overtaken(
      t.db,
      () => checkImport(t.services, batch.id, matched.revision),
      async (trx) => {
        await setFields(trx, batch.id, match);
        // The check reads the batch, then waits for the lock on the accounts.
        await sql`LOCK TABLE users IN ACCESS EXCLUSIVE MODE`.execute(trx);
      },
    );
    expect((await t.call('GET', `${path}/${batch.id}`, { token })).body).toMatchObject({ state: 'checking' });
    const rows = await t.db.selectFrom('import_rows').select('verdict').where('batchId', '=', batch.id).execute();
    expect(rows).toEqual([{ verdict: null }, { verdict: null }]);
  });
});

describe('the import', () => {
  it('makes accounts without a password, plans that wait, and notes; emails nobody; leaves lines in the trail', async () => {
    const lines = [importLine({ ...plan, note: 'Gate code 4411' }), importLine()];
    const mailsBefore = (await t.mails()).length;
    const batch = await importLines(t, admin, lines);
    expect(batch).toMatchObject({
      state: 'done',
      results: { made: 2, failed: 0 },
      plans: { awaiting: 1, consented: 0 },
    });
    const user = await findUser(lines[0] ?? '');
    expect(user).toMatchObject({
      role: 'customer',
      passwordHash: null,
      emailVerified: false,
      phone: expect.stringMatching(/^\(215\)/),
    });
    expect(await t.mails()).toHaveLength(mailsBefore);
    const { rows } = await rowsOf(t, admin, batch.id, { show: 'awaiting' });
    expect(rows).toMatchObject([{ number: 2, outcome: 'made', consent: 'awaiting', customerId: user?.id }]);
    const notes = await t.call('GET', `/api/admin/customers/${user?.id}/notes`, { token: admin.token });
    expect(notes.body).toMatchObject([{ text: 'Gate code 4411' }]);
    expect(await trailOf(batch.id)).toEqual(['imported']);
    const query = { subject: 'user', id: user?.id ?? '' };
    const { body: trail } = await t.call('GET', '/api/admin/history', { token: admin.token, query });
    expect(trail).toContainEqual(
      expect.objectContaining({ action: 'account_added', details: { file: 'customers.csv' } }),
    );
    // The import makes no stops, no payments and no live plan.
    for (const table of ['pickups', 'payments', 'subscriptions', 'subscription_orders'] as const) {
      const made = await t.db
        .selectFrom(table)
        .select('id')
        .where('customerId', '=', user?.id ?? '')
        .execute();
      expect(made, table).toEqual([]);
    }
  });

  it('adds a plan to a customer we have, and changes nothing else of them', async () => {
    const known = await makeVerified();
    // Sends the email that verifies the address.
    await t.runJobs();
    const before = await t.db.selectFrom('users').selectAll().where('id', '=', known.id).executeTakeFirstOrThrow();
    const batch = await importLines(t, admin, [importLine({ email: known.email, name: 'Other Name', ...plan })]);
    expect(batch).toMatchObject({ results: { made: 0, linked: 1 }, plans: { awaiting: 1 } });
    const after = await t.db.selectFrom('users').selectAll().where('id', '=', known.id).executeTakeFirstOrThrow();
    expect(after).toEqual(before);
  });

  it('offers no plan to an account with an email that nobody verified, also when it is made after the check', async () => {
    const known = await makeCustomer(t);
    const checked = await checkLines(t, admin, [importLine({ email: known.email, ...plan })]);
    expect(checked).toMatchObject({ checked: { plan: 0, error: 1 } });
    const { rows } = await rowsOf(t, admin, checked.id);
    expect(rows[0].problems[0].text).toContain("hasn't verified it");

    const late = await makeVerified();
    const batch = await checkLines(t, admin, [importLine({ email: late.email, ...plan })]);
    await t.db.updateTable('users').set({ emailVerified: false }).where('id', '=', late.id).execute();
    const body = { revision: batch.revision };
    await t.call('POST', `${path}/${batch.id}/run`, { token: admin.token, body });
    await t.runJobs();
    expect((await rowsOf(t, admin, batch.id)).rows).toMatchObject([
      { outcome: 'left-out', outcomeText: "This account's email isn't verified, so the plan wasn't added." },
    ]);
    expect((await t.call('GET', '/api/me/imported-plan', { token: late.token })).body).toBeNull();
  });

  it('adds nothing when the same file is imported again, also while the first import runs', async () => {
    const lines = [importLine(plan), importLine()];
    const first = await checkLines(t, admin, lines);
    const second = await checkLines(t, admin, lines);
    const { token } = admin;
    for (const { id, revision } of [first, second]) {
      expect((await t.call('POST', `${path}/${id}/run`, { token, body: { revision } })).status).toBe(200);
      expect(await t.call('POST', `${path}/${id}/run`, { token, body: { revision } })).toMatchObject({
        status: 409,
        body: { code: 'already_run' },
      });
    }
    await t.runJobs();
    const again = await t.call('GET', `${path}/${second.id}`, { token });
    expect(again.body).toMatchObject({ state: 'done', results: { made: 0, linked: 0, leftOut: 2, failed: 0 } });
    const third = await checkLines(t, admin, lines);
    expect(third.checked).toMatchObject({ new: 0, plan: 0, duplicate: 2 });
    const { rows } = await rowsOf(t, admin, third.id);
    expect(rows[0].problems[0].text).toMatch(/^This row was imported on /);
    const fields = first.columns.map(({ field }: { field: ImportField | null }) => field);
    for (const late of [
      await t.call('DELETE', `${path}/${first.id}`, { token }),
      await t.call('PUT', `${path}/${first.id}/columns`, { token, body: { hasHeader: true, fields } }),
    ]) {
      expect(late).toMatchObject({ status: 409, body: { code: 'already_run' } });
    }
  });

  it('links a row to a customer who was added in the meantime', async () => {
    const line = importLine(plan);
    const batch = await checkLines(t, admin, [line]);
    await t.call('POST', '/api/admin/customers', {
      token: admin.token,
      body: { firstName: 'A', lastName: 'B', email: emailOf(line), phone: '2155550177', address: '1 Elm St' },
    });
    const { token } = admin;
    await t.call('POST', `${path}/${batch.id}/run`, { token, body: { revision: batch.revision } });
    await t.runJobs();
    const { rows } = await rowsOf(t, admin, batch.id);
    expect(rows).toMatchObject([{ outcome: 'linked', consent: 'awaiting' }]);
  });

  it('returns the rows that were not imported as CSV that no spreadsheet executes', async () => {
    const lines = [importLine(), importLine({ name: '=cmd()', phone: '@1', address: '', note: '"a, ""b"""' })];
    const { id } = await importLines(t, admin, lines);
    const response = await t.app.inject({
      url: `${path}/${id}/not-imported`,
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(response.headers['content-disposition']).toBe('attachment; filename="not-imported.csv"');
    const [header, row, ...more] = response.body.replace('\uFEFF', '').split('\r\n');
    expect(header).toBe(`Row,Reason,${importHeader}`);
    expect(row).toMatch(/^3,.*valid US phone number\. .*\.,'=cmd\(\),/);
    expect(row).toContain(",'@1,");
    expect(row).toContain('"a, ""b"""');
    expect(more).toEqual(['']);
    expect(await trailOf(id)).toEqual(['data_exported', 'imported']);
  });
});

describe('invitations', () => {
  const invite = async (id: string, expected: number) =>
    await t.call('POST', `${path}/${id}/invitations`, { token: admin.token, body: { expected } });
  const mailsTo = async (line: string) => {
    await t.runJobs();
    return (await t.mails()).filter(({ to }) => to === emailOf(line));
  };

  it('are sent once each, after the count was confirmed, and lead to the plan, which is bought through the one path', async () => {
    const [withPlan = '', without = ''] = [importLine(plan), importLine()];
    const { id } = await importLines(t, admin, [withPlan, without]);
    expect(await invite(id, 3)).toMatchObject({
      status: 409,
      body: { code: 'count_changed', errors: { expected: '2' } },
    });
    expect(await invite(id, 2)).toMatchObject({ status: 200, body: { invitations: { open: 0, invited: 2 } } });
    expect((await invite(id, 2)).status).toBe(409);
    expect(await invite(id, 0)).toMatchObject({ status: 200 });
    const [mail, ...more] = await mailsTo(withPlan);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Confirm your Stoop plan');
    expect(mail?.text).toContain('Basic Package for $35 a month, every Friday');
    expect(linkIn(mail, '/reset-password')).toContain('&next=plan');
    const [plain] = await mailsTo(without);
    expect(plain?.subject).toBe('Your Stoop account is ready');
    expect(linkIn(plain, '/reset-password')).not.toContain('next=plan');
    expect(await trailOf(id)).toEqual(['invited', 'imported']);

    const body = { token: tokenIn(mail, '/reset-password'), password: goodPassword, confirmPassword: goodPassword };
    expect((await t.call('POST', '/api/auth/reset-password', { body })).status).toBe(200);
    const signedIn = await t.call('POST', '/api/auth/login', {
      body: { username: emailOf(withPlan), password: goodPassword },
    });
    const { token } = signedIn.body;
    const offered = await t.call('GET', '/api/me/imported-plan', { token });
    expect(offered.body).toMatchObject({ packageType: 'basic', preferredDay: 'friday', preferredTime: 'afternoon' });
    expect((await t.call('GET', '/api/subscription', { token })).body).toBeNull();

    const { packageType, preferredDay, preferredTime, address } = offered.body;
    const opened = await openPlan(t, token, { packageType, preferredDay, preferredTime, address });
    expect((await t.call('GET', '/api/me/imported-plan', { token })).body).not.toBeNull();
    await pay(t, token, intentOf(opened));
    const bought = await t.call('GET', '/api/subscription', { token });
    expect(bought.body).toMatchObject({
      status: 'active',
      pickupDays: ['friday'],
      preferredTime: 'afternoon',
      address,
    });
    expect((await t.call('GET', '/api/me/imported-plan', { token })).body).toBeNull();
    const batch = await t.call('GET', `${path}/${id}`, { token: admin.token });
    expect(batch.body.plans).toEqual({ awaiting: 0, consented: 1 });
  });

  it('lead a customer who has a password to the plan itself', async () => {
    const known = await makeVerified();
    const line = importLine({ email: known.email, ...plan });
    const { id } = await importLines(t, admin, [line]);
    expect((await invite(id, 1)).status).toBe(200);
    const mail = (await mailsTo(line)).at(-1);
    expect(linkIn(mail, '/subscribe')).toBe('/subscribe?imported=plan');
  });

  it('are recorded as sent for one file alone: the next file has its own', async () => {
    const files: { line: string; id: string }[] = [];
    for (const line of [importLine(), importLine()]) {
      const { id } = await importLines(t, admin, [line]);
      files.push({ line, id });
    }
    for (const { line, id } of files) {
      expect((await invite(id, 1)).status).toBe(200);
      expect(await mailsTo(line)).toHaveLength(1);
    }
  });

  it('are not sent before the import is done, nor to somebody who has nothing left to do', async () => {
    const { id } = await checkLines(t, admin, [importLine()]);
    expect(await invite(id, 1)).toMatchObject({ status: 409, body: { code: 'not_done' } });
    const line = importLine();
    const done = await importLines(t, admin, [line]);
    const user = await findUser(line);
    await t.db
      .updateTable('users')
      .set({ isActive: false })
      .where('id', '=', user?.id ?? '')
      .execute();
    expect(await invite(done.id, 0)).toMatchObject({ status: 200 });
  });
});

describe('undo', () => {
  const undo = async (id: string) => {
    const response = await t.call('POST', `${path}/${id}/undo`, { token: admin.token });
    await t.runJobs();
    return response;
  };

  it('removes accounts that nobody has used, and says why the others stay', async () => {
    const lines = ['unused', 'noted', 'booked', 'changed', 'signed'].map(() =>
      importLine({ ...plan, note: 'Imported' }),
    );
    const [unused = '', noted = '', booked = '', changed = '', signed = ''] = lines;
    const { id } = await importLines(t, admin, lines);
    const idOf = async (line: string) => (await findUser(line))?.id ?? '';
    const ids = await Promise.all(lines.map(idOf));
    const { token } = admin;
    const note = { text: 'Called back', noteKey: randomUUID() };
    await t.call('POST', `/api/admin/customers/${await idOf(noted)}/notes`, { token, body: note });
    const booking = { id: randomUUID(), customerId: await idOf(booked), address: 'x', bagCount: 4, amount: '30.00' };
    await t.db
      .insertInto('pickups')
      .values({ ...booking, serviceType: 'one-time' })
      .execute();
    const later = new Date(Date.now() + 1000);
    await t.db
      .updateTable('users')
      .set({ updatedAt: later })
      .where('id', '=', await idOf(changed))
      .execute();
    await t.db
      .updateTable('users')
      .set({ lastLoginAt: later })
      .where('id', '=', await idOf(signed))
      .execute();

    expect((await undo(id)).status).toBe(200);
    const { body } = await t.call('GET', `${path}/${id}`, { token });
    expect(body).toMatchObject({ state: 'undone', results: { undone: 1, stays: 4, made: 0 } });
    const { rows } = await rowsOf(t, admin, id);
    expect(rows.map((row: { outcome: string; outcomeText: string }) => [row.outcome, row.outcomeText])).toEqual([
      ['undone', 'The account was removed.'],
      ['stays', 'A note was added to the customer. Only the plan was removed.'],
      ['stays', 'The customer has a booking. Only the plan was removed.'],
      ['stays', 'The account was changed. Only the plan was removed.'],
      ['stays', 'The customer has set a password. Only the plan was removed.'],
    ]);
    // The person is erased: the email is free, and the row of the file contains no personal data.
    expect(await findUser(unused)).toBeUndefined();
    expect(rows[0]).toMatchObject({ name: '', email: '', address: '' });
    const left = await t.db.selectFrom('imported_plans').select('id').where('customerId', 'in', ids).execute();
    expect(left).toEqual([]);
    expect(await trailOf(id)).toEqual(['import_undone', 'imported']);
    expect((await undo(id)).status).toBe(409);
    // Importing the same file again would make only the removed customer.
    const again = await checkLines(t, admin, lines);
    expect(again.checked).toMatchObject({ new: 1, duplicate: 4 });
  });

  it('keeps a plan that its customer has bought', async () => {
    const known = await makeVerified();
    const { id } = await importLines(t, admin, [importLine({ email: known.email, ...plan })]);
    const opened = await openPlan(t, known.token);
    await pay(t, known.token, intentOf(opened));
    await undo(id);
    const { rows } = await rowsOf(t, admin, id);
    expect(rows).toMatchObject([{ outcome: 'stays', outcomeText: 'The customer has consented to the plan.' }]);
  });

  it('leaves the plan of the same row of another file', async () => {
    const kept = await importLines(t, admin, [importLine(plan)]);
    const { id } = await importLines(t, admin, [importLine(plan)]);
    await undo(id);
    const { body } = await t.call('GET', `${path}/${kept.id}`, { token: admin.token });
    expect(body.plans).toEqual({ awaiting: 1, consented: 0 });
  });

  it('leaves a row that another worker has just finished', async () => {
    const line = importLine();
    const { id } = await importLines(t, admin, [line]);
    expect((await t.call('POST', `${path}/${id}/undo`, { token: admin.token })).status).toBe(200);
    const finished = { outcome: 'stays', outcomeText: 'The customer has a booking.' } as const;
    await overtaken(
      t.db,
      () => t.runJobs(),
      (trx) => trx.updateTable('import_rows').set(finished).where('batchId', '=', id).where('number', '=', 2).execute(),
    );
    expect(await findUser(line)).toBeDefined();
    expect((await rowsOf(t, admin, id)).rows).toMatchObject([finished]);
  });

  it('is refused before the import', async () => {
    const { id } = await checkLines(t, admin, [importLine()]);
    expect(await undo(id)).toMatchObject({ status: 409, body: { code: 'not_done' } });
  });
});

it('a plan is not offered to a customer who has one', async () => {
  const subscriber = await makeSubscriber(t);
  const batch = await checkLines(t, admin, [importLine({ email: subscriber.email, ...plan })]);
  expect(batch.checked).toMatchObject({ duplicate: 1, plan: 0 });
  expect((await t.call('GET', '/api/me/imported-plan', { token: subscriber.token })).body).toBeNull();
});

it('an account that its customer deletes leaves nothing of the person in any batch, and does not come back', async () => {
  const known = await makeVerified();
  const lines = [importLine({ email: known.email, ...plan }), importLine({ email: known.email, package: 'Gold' })];
  const { id } = await importLines(t, admin, lines);
  const body = { currentPassword: goodPassword, expectedRefund: '0.00', expectedPickupIds: [] };
  expect(await t.call('POST', '/api/me/deletion', { token: known.token, body })).toMatchObject({ status: 200 });
  const stored = await t.db.selectFrom('import_rows').selectAll().where('batchId', '=', id).execute();
  expect(JSON.stringify(stored)).not.toContain(known.email);
  expect(await t.db.selectFrom('imported_plans').select('id').where('customerId', '=', known.id).execute()).toEqual([]);
  expect((await checkLines(t, admin, lines.slice(0, 1))).checked).toMatchObject({ new: 0, plan: 0, duplicate: 1 });
});

it('the contents of a file are forgotten after 90 days; a row is still not imported twice', async () => {
  const lines = [importLine(), importLine({ phone: 'x' })];
  const { id } = await importLines(t, admin, lines);
  await t.db
    .updateTable('import_batches')
    .set({ createdAt: new Date(Date.now() - 91 * 86_400_000) })
    .where('id', '=', id)
    .execute();
  const recent = await checkLines(t, admin, [importLine()]);
  await sweepImports(t.services);
  expect((await rowsOf(t, admin, recent.id)).rows).toMatchObject([{ email: expect.stringContaining('@') }]);
  const stored = await t.db.selectFrom('import_rows').selectAll().where('batchId', '=', id).execute();
  expect(JSON.stringify(stored)).not.toContain('@stoop.example');
  expect((await checkLines(t, admin, lines)).checked).toMatchObject({ new: 0, duplicate: 1, error: 1 });
});
