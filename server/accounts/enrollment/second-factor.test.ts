import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  goodPassword,
  makeAdmin,
  makeCustomer,
  makeDriver,
  type Person,
} from '../../../tests/support/accounts/people.ts';
import { codeAt, enrol } from '../../../tests/support/accounts/second-factor.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { overtaken } from '../../../tests/support/database/overtaken.ts';
import { resetFactor } from './reset-factor.ts';

let t: TestApp;
let admin: Person;
let now: Date;
const start = new Date('2026-11-21T12:00:10Z');
beforeAll(async () => {
  t = await startTestApp({ TWO_FACTOR_KEY: '07'.repeat(32) });
});
afterAll(async () => await t.close());
beforeEach(async () => {
  setNow(0);
  await t.db.deleteFrom('rate_limits').execute();
  admin = await makeAdmin(t);
});

const minutes = 60;
/** Moves the clock to this many seconds after the start. */
function setNow(seconds: number): void {
  now = new Date(start.getTime() + seconds * 1_000);
  t.setNow(now);
}
const path = '/api/me/second-factor';
const post = (at: string, body: object, token: string | undefined = admin.token) => t.call('POST', at, { token, body });
const right = () => ({ username: admin.username, password: goodPassword });
const logIn = (body: object) => t.call('POST', '/api/auth/login', { body });
const me = (token: string) => t.call('GET', '/api/me', { token });
const row = async (id = admin.id) =>
  await t.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const password = { currentPassword: goodPassword };
const wrongCode = {
  status: 400,
  body: { code: 'invalid_two_factor_code', errors: { twoFactorCode: expect.any(String) } },
};
const mailsTo = async ({ email }: Person) => {
  await t.runJobs();
  return (await t.mails()).filter((mail) => mail.to.includes(email));
};
/** Returns the lines of an account's trail, except its sign-ins. */
const trailOf = async ({ id }: Person) => {
  const lines = t.db.selectFrom('audit_log').selectAll().where('subjectId', '=', id);
  const rows = await lines.where('action', 'not in', ['signed_in', 'sign_in_failed']).orderBy('id').execute();
  return rows.map(({ action, actorId }) => ({ action, isOwn: actorId === id }));
};

describe('turning on two-factor sign-in', () => {
  it('takes the password and a code, shows ten recovery codes and ends other sessions', async () => {
    const other = (await logIn(right())).body.token;
    const begun = await post(`${path}/begin`, password);
    expect(begun.status).toBe(200);
    const { key, uri, qrCode } = begun.body;
    expect(key).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toContain(`secret=${key}`);
    expect(Buffer.from(qrCode.split(',')[1], 'base64').toString()).toMatch(/^<svg /);
    expect((await me(admin.token)).body.twoFactorEnabled).toBe(false);
    expect((await logIn(right())).status).toBe(200);

    expect(await post(`${path}/enable`, { twoFactorCode: '000000' })).toMatchObject(wrongCode);
    const enabled = await post(`${path}/enable`, { twoFactorCode: codeAt(key, now) });
    expect(enabled.status).toBe(200);
    const { recoveryCodes } = enabled.body;
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/);
    expect((await t.call('GET', path, { token: admin.token })).body).toEqual({ enabled: true, recoveryCodesLeft: 10 });
    expect((await me(admin.token)).body.twoFactorEnabled).toBe(true);
    expect((await me(other)).status).toBe(401);

    const stored = JSON.stringify(await row());
    expect(stored).not.toContain(key);
    for (const code of recoveryCodes) expect(stored).not.toContain(code.replaceAll('-', ''));
    expect(await trailOf(admin)).toEqual([{ action: 'factor_enabled', isOwn: true }]);
    const [mail] = await mailsTo(admin);
    expect(mail?.subject).toBe('Two-factor sign-in is on for your Stoop account');
    expect(mail?.text).not.toContain(key);
  });

  it('needs the right password, and a wrong one counts as a failed sign-in', async () => {
    for (let round = 0; round < 5; round++) {
      expect(await post(`${path}/begin`, { currentPassword: 'Wrong-side7!' })).toMatchObject({
        status: 400,
        body: { code: 'wrong_password', errors: { currentPassword: 'Current password is incorrect' } },
      });
    }
    expect((await post(`${path}/begin`, password)).status).toBe(429);
    expect((await logIn(right())).status).toBe(401);
  });

  it('returns 409 before a key is made, for a key that was replaced, and when it is on', async () => {
    expect(await post(`${path}/enable`, { twoFactorCode: '123456' })).toMatchObject({
      status: 409,
      body: { code: 'second_factor_not_begun' },
    });
    const first = (await post(`${path}/begin`, password)).body.key;
    const second = (await post(`${path}/begin`, password)).body.key;
    expect(await post(`${path}/enable`, { twoFactorCode: codeAt(first, now) })).toMatchObject(wrongCode);
    const both = await Promise.all([1, 2].map(() => post(`${path}/enable`, { twoFactorCode: codeAt(second, now) })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    for (const [at, body] of [
      ['begin', password],
      ['enable', { twoFactorCode: codeAt(second, now) }],
    ] as const) {
      expect(await post(`${path}/${at}`, body)).toMatchObject({ status: 409, body: { code: 'second_factor_on' } });
    }
  });

  it.each([
    { what: 'replaces it', change: { twoFactorSecret: 'another' }, isOn: false },
    { what: 'enables it', change: { twoFactorEnabled: true }, isOn: true },
  ])('enables no key when another request $what while its code is checked', async ({ change, isOn }) => {
    const { key } = (await post(`${path}/begin`, password)).body;
    const late = await overtaken(
      t.db,
      () => post(`${path}/enable`, { twoFactorCode: codeAt(key, now) }),
      (trx) => trx.updateTable('users').set(change).where('id', '=', admin.id).execute(),
    );
    expect(late).toMatchObject({ status: 409, body: { code: 'second_factor_not_begun' } });
    expect((await me(admin.token)).body.twoFactorEnabled).toBe(isOn);
  });

  it('is for staff only', async () => {
    const customer = await makeCustomer(t);
    for (const [at, body] of [
      ['begin', password],
      ['enable', { twoFactorCode: '123456' }],
    ] as const) {
      expect(await post(`${path}/${at}`, body, customer.token)).toMatchObject({
        status: 403,
        body: { code: 'wrong_role' },
      });
      expect((await t.call('POST', `${path}/${at}`, { body })).status).toBe(401);
    }
    const driver = await makeDriver(t);
    expect((await enrol(t, driver, now)).codes).toHaveLength(10);
  });
});

describe('signing in', () => {
  it('asks for a code after the right password only, and takes it in one request', async () => {
    const { key } = await enrol(t, admin, now);
    setNow(60);
    expect(await logIn({ ...right(), password: 'Wrong-side7!' })).toMatchObject({
      status: 401,
      body: { message: 'Invalid username or password', code: 'invalid_sign_in' },
    });
    for (let round = 0; round < 6; round++) {
      expect(await logIn(right())).toMatchObject({ status: 401, body: { code: 'two_factor_required' } });
    }
    expect(await row()).toMatchObject({ failedLoginAttempts: 1, lockedUntil: null });
    const signedIn = await logIn({ ...right(), twoFactorCode: codeAt(key, now) });
    expect(signedIn).toMatchObject({ status: 200, body: { user: { id: admin.id, twoFactorEnabled: true } } });
    expect((await me(signedIn.body.token)).status).toBe(200);
    const { loginHistory, failedLoginAttempts } = await row();
    expect(loginHistory[0]).toMatchObject({ at: now.toISOString(), factor: 'code' });
    expect(loginHistory[1]).not.toHaveProperty('factor');
    expect(failedLoginAttempts).toBe(0);
  });

  it('takes each code once, one step early or late, and none older than the last one', async () => {
    const { key } = await enrol(t, admin, now);
    const withCode = (code: string) => logIn({ ...right(), twoFactorCode: code });
    expect((await withCode(codeAt(key, now))).status).toBe(401);
    setNow(90);
    const [late, early, tooLate] = [60, 120, 30].map((s) => codeAt(key, new Date(start.getTime() + s * 1_000)));
    expect((await withCode(String(tooLate))).status).toBe(401);
    expect((await withCode(String(late))).status).toBe(200);
    expect((await withCode(String(late))).status).toBe(401);
    expect((await withCode(String(early))).status).toBe(200);
    expect((await withCode(codeAt(key, now))).status).toBe(401);
  });

  it('gives one session for one code in a race', async () => {
    const { key, codes } = await enrol(t, admin, now);
    setNow(60);
    const twoFactorCode = codeAt(key, now);
    const racers = await Promise.all([1, 2, 3, 4].map(() => logIn({ ...right(), twoFactorCode })));
    expect(racers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    const confirms = await Promise.all([1, 2].map(() => post('/api/me/confirm', { recoveryCode: codes[0] })));
    expect(confirms.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('counts wrong codes as failed sign-ins, with the same lock', async () => {
    const { key } = await enrol(t, admin, now);
    setNow(60);
    for (const twoFactorCode of ['000000', 'abcdef', '12345６', '000001']) {
      expect(await logIn({ ...right(), twoFactorCode })).toMatchObject({
        status: 401,
        body: { message: 'Invalid two-factor code', code: 'invalid_two_factor_code' },
      });
    }
    expect(await logIn({ ...right(), recoveryCode: 'nonsense' })).toMatchObject({
      status: 401,
      body: { code: 'invalid_two_factor_code', errors: { recoveryCode: expect.any(String) } },
    });
    expect(await row()).toMatchObject({ failedLoginAttempts: 5, lockedUntil: expect.any(Date) });
    expect(await logIn({ ...right(), twoFactorCode: codeAt(key, now) })).toMatchObject({
      status: 401,
      body: { code: 'invalid_sign_in' },
    });
    setNow(16 * minutes);
    expect((await logIn({ ...right(), twoFactorCode: codeAt(key, now) })).status).toBe(200);
  });

  it('takes a recovery code once, and emails how many are left', async () => {
    const { codes } = await enrol(t, admin, now);
    const recoveryCode = ` ${codes[3]?.toUpperCase().replaceAll('-', ' ')} `;
    expect((await logIn({ ...right(), recoveryCode })).status).toBe(200);
    expect((await logIn({ ...right(), recoveryCode })).status).toBe(401);
    expect((await row()).loginHistory[0]).toMatchObject({ factor: 'recovery_code' });
    expect((await t.call('GET', path, { token: admin.token })).body.recoveryCodesLeft).toBe(9);
    expect((await trailOf(admin)).at(-1)).toEqual({ action: 'recovery_code_used', isOwn: true });
    const mail = (await mailsTo(admin)).at(-1);
    expect(mail?.subject).toBe('A recovery code was used for your Stoop account');
    expect(mail?.text).toContain('You have 9 recovery codes left.');
  });

  it('ignores codes of an account without a factor', async () => {
    expect((await logIn({ ...right(), twoFactorCode: '123456' })).status).toBe(200);
  });

  it('opens no session with the password alone when the factor is turned on meanwhile', async () => {
    const begun = await post(`${path}/begin`, password);
    const twoFactorCode = codeAt(begun.body.key, now);
    const [, ...racers] = await Promise.all([
      post(`${path}/enable`, { twoFactorCode }),
      ...[1, 2, 3].map(() => logIn(right())),
    ]);
    for (const { body } of racers) if (body.token) expect((await me(body.token)).status).toBe(401);
    expect((await me(admin.token)).status).toBe(200);
  });
});

describe('once it is on', () => {
  it('replaces the recovery codes and turns off with password and code only', async () => {
    const { key, codes } = await enrol(t, admin, now);
    const other = (await logIn({ ...right(), recoveryCode: codes[0] })).body.token;
    setNow(60);
    for (const at of ['recovery-codes', 'disable']) {
      const wrong = { currentPassword: 'Wrong-side7!', twoFactorCode: codeAt(key, now) };
      expect(await post(`${path}/${at}`, wrong)).toMatchObject({ status: 400, body: { code: 'wrong_password' } });
      expect(await post(`${path}/${at}`, { ...password, twoFactorCode: '000000' })).toMatchObject(wrongCode);
      expect(await post(`${path}/${at}`, password)).toMatchObject({
        status: 400,
        body: { errors: { twoFactorCode: expect.any(String) } },
      });
      expect((await t.call('POST', `${path}/${at}`, { body: password })).status).toBe(401);
    }
    expect((await row()).failedLoginAttempts).toBe(4);
    const replaced = await post(`${path}/recovery-codes`, { ...password, twoFactorCode: codeAt(key, now) });
    expect(replaced.body.recoveryCodes).toHaveLength(10);
    expect(replaced.body.recoveryCodes).not.toContain(codes[1]);
    expect((await post(`${path}/disable`, { ...password, recoveryCode: codes[1] })).status).toBe(400);
    await t.db
      .updateTable('users')
      .set({ failedLoginAttempts: 0, lockedUntil: null })
      .where('id', '=', admin.id)
      .execute();

    const off = await post(`${path}/disable`, { ...password, recoveryCode: replaced.body.recoveryCodes[2] });
    expect(off).toMatchObject({ status: 200, body: { message: 'Two-factor sign-in is off.' } });
    expect(await row()).toMatchObject({ twoFactorEnabled: false, twoFactorSecret: null, twoFactorRecoveryCodes: [] });
    expect((await me(other)).status).toBe(401);
    expect((await me(admin.token)).body.twoFactorEnabled).toBe(false);
    expect((await logIn(right())).status).toBe(200);
    for (const at of [`${path}/disable`, `${path}/recovery-codes`]) {
      expect(await post(at, { ...password, twoFactorCode: '123456' })).toMatchObject({
        status: 409,
        body: { code: 'second_factor_off' },
      });
    }
    expect((await mailsTo(admin)).map((mail) => mail.subject.replace(' for your Stoop account', ''))).toEqual([
      'Two-factor sign-in is on',
      'A recovery code was used',
      'New recovery codes',
      'A recovery code was used',
      'Two-factor sign-in is off',
    ]);
  });

  it('is reset by the operator, which ends every session', async () => {
    await enrol(t, admin, now);
    expect(await resetFactor(t.services, null, admin.id)).toMatchObject({ twoFactorEnabled: false });
    await expect(resetFactor(t.services, null, admin.id)).rejects.toMatchObject({ status: 409 });
    expect((await me(admin.token)).status).toBe(401);
    expect((await logIn(right())).status).toBe(200);
    expect((await trailOf(admin)).at(-1)).toEqual({ action: 'factor_reset', isOwn: false });
    expect((await mailsTo(admin)).at(-1)?.subject).toContain('was reset');
  });

  it('stays with someone who becomes a customer, who can turn it off', async () => {
    const driver = await makeDriver(t);
    const { codes } = await enrol(t, driver, now);
    await t.call('PATCH', `/api/admin/users/${driver.id}/role`, { token: admin.token, body: { role: 'customer' } });
    const credentials = { username: driver.username, password: goodPassword };
    expect((await logIn(credentials)).status).toBe(401);
    const { body } = await logIn({ ...credentials, recoveryCode: codes[0] });
    expect((await post(`${path}/disable`, { ...password, recoveryCode: codes[1] }, body.token)).status).toBe(200);
  });

  it('keeps recovery codes working when the encryption key is lost', async () => {
    const { key, codes } = await enrol(t, admin, now);
    const stored = (await row()).twoFactorSecret ?? '';
    const broken = `${stored.slice(0, -4)}AAAA`;
    await t.db.updateTable('users').set({ twoFactorSecret: broken }).where('id', '=', admin.id).execute();
    setNow(60);
    const logged: unknown[] = [];
    const error = console.error;
    console.error = (...details: unknown[]) => void logged.push(details);
    const refused = await logIn({ ...right(), twoFactorCode: codeAt(key, now) });
    console.error = error;
    expect(refused.status).toBe(401);
    expect(JSON.stringify(logged)).toContain('could not be decrypted');
    expect((await logIn({ ...right(), recoveryCode: codes[0] })).status).toBe(200);
  });
});

describe('confirming again', () => {
  const again = { status: 409, body: { code: 'confirm_again' } };
  const nobody = '00000000-0000-4000-8000-000000000000';
  const changeRole = (token = admin.token) =>
    t.call('PATCH', `/api/admin/users/${nobody}/role`, { token, body: { role: 'driver' } });
  const refund = () =>
    post(`/api/admin/pickups/${nobody}/refund`, { amount: '1.00', reason: 'Late', refundKey: nobody });

  it('is asked after 15 minutes for refunds and roles, by session, and not for cancelling', async () => {
    const { key, codes } = await enrol(t, admin, now);
    expect((await changeRole()).status).toBe(404);
    setNow(15 * minutes);
    expect(await changeRole()).toMatchObject(again);
    expect(await refund()).toMatchObject(again);
    expect((await t.call('DELETE', `/api/admin/pickups/${nobody}`, { token: admin.token })).status).toBe(404);
    expect((await t.call('GET', '/api/admin/users', { token: admin.token })).status).toBe(200);

    expect(await post('/api/me/confirm', { twoFactorCode: '000000' })).toMatchObject(wrongCode);
    expect((await post('/api/me/confirm', {})).status).toBe(400);
    expect((await t.call('POST', '/api/me/confirm', { body: {} })).status).toBe(401);
    const { token } = (await logIn({ ...right(), recoveryCode: codes[0] })).body;
    expect((await changeRole(token)).status).toBe(404);
    expect(await changeRole()).toMatchObject(again);
    expect((await post('/api/me/confirm', { twoFactorCode: codeAt(key, now) })).status).toBe(200);
    expect((await changeRole()).status).toBe(404);
    expect((await refund()).status).toBe(404);
    setNow(30 * minutes);
    expect(await changeRole()).toMatchObject(again);
    expect((await post('/api/me/confirm', { recoveryCode: codes[1] })).status).toBe(200);
    expect((await changeRole()).status).toBe(404);
    expect(await changeRole(token)).toMatchObject(again);
  });

  it('counts wrong codes as failed sign-ins, and a right one as none', async () => {
    const { key } = await enrol(t, admin, now);
    for (let round = 1; round <= 4; round++) {
      setNow(round * 60);
      expect((await post('/api/me/confirm', { twoFactorCode: '000000' })).status).toBe(400);
    }
    expect((await post('/api/me/confirm', { twoFactorCode: codeAt(key, now) })).status).toBe(200);
    expect(await row()).toMatchObject({ failedLoginAttempts: 4, lockedUntil: null });
    expect((await post('/api/me/confirm', { twoFactorCode: '000000' })).status).toBe(400);
    expect((await post('/api/me/confirm', { twoFactorCode: '000000' })).status).toBe(429);
  });

  it('never concerns accounts without a factor', async () => {
    setNow(60 * minutes);
    expect((await changeRole()).status).toBe(404);
    expect(await post('/api/me/confirm', { twoFactorCode: '123456' })).toMatchObject({
      status: 409,
      body: { code: 'second_factor_off' },
    });
    expect((await row()).failedLoginAttempts).toBe(0);
  });
});

describe('REQUIRE_STAFF_2FA', () => {
  it('lets an admin without a second factor do nothing but turn it on', async () => {
    const strict = await startTestApp({ REQUIRE_STAFF_2FA: 'true' });
    const dispatcher = await makeAdmin(strict);
    const get = (at: string) => strict.call('GET', at, { token: dispatcher.token });
    const required = { status: 409, body: { code: 'second_factor_required' } };
    for (const at of ['/api/admin/users', '/api/notifications', '/api/pickups'])
      expect(await get(at)).toMatchObject(required);
    for (const at of ['/api/me', '/api/auth/user', path]) expect((await get(at)).status).toBe(200);
    expect((await get('/api/driver/route')).status).toBe(403);
    const driver = await makeDriver(strict);
    expect((await strict.call('GET', '/api/driver/route', { token: driver.token })).status).toBe(200);
    const customer = await makeCustomer(strict);
    expect((await strict.call('GET', '/api/pickups', { token: customer.token })).status).toBe(200);
    await enrol(strict, dispatcher, new Date());
    expect((await get('/api/admin/users')).status).toBe(200);
    await strict.close();
  });
});
