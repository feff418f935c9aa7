import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeCustomer, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { saveVerification, takePasswordReset } from '../mail-tokens/mail-tokens.store.ts';
import { spendStep } from '../second-factor/second-factor.store.ts';
import { lockIfPasswordIs, recordSignIn, reserveAttempt } from './sign-in.store.ts';

/** Accounts that change between a request's check and its write. Requests alone can't produce this timing. */

let t: TestApp;
let person: Person;
let hash: string;
const now = new Date('2026-11-21T12:00:30Z');
beforeAll(async () => {
  t = await startTestApp();
  t.setNow(now);
});
afterAll(async () => await t.close());
beforeEach(async () => {
  person = await makeCustomer(t);
  hash = (await row()).passwordHash ?? '';
});

const row = async () =>
  await t.db.selectFrom('users').selectAll().where('id', '=', person.id).executeTakeFirstOrThrow();
const deactivate = async () =>
  await t.db.updateTable('users').set({ isActive: false }).where('id', '=', person.id).execute();
const signIn = async (verifiedHash: string | undefined) =>
  await recordSignIn(t.db, person.id, {
    ...{ verifiedHash, factor: undefined, ip: '10.0.0.1', userAgent: 'test', now, historyLength: 20 },
  });

it('records a sign-in with the verified password, or with none to verify', async () => {
  expect(await signIn(hash)).toMatchObject({ id: person.id });
  expect(await signIn(undefined)).toMatchObject({ id: person.id });
});

it('records no sign-in when the password was changed after it was verified', async () => {
  expect(await signIn('another hash')).toBeUndefined();
});

it('records no sign-in when the account was deactivated after its password was verified', async () => {
  await deactivate();
  expect(await signIn(hash)).toBeUndefined();
});

it('counts no attempt on an account that is deactivated, on a known device or elsewhere', async () => {
  const lock = { afterFailures: 5, until: now };
  const devices = t.db.selectFrom('sign_in_devices').select('deviceId').where('userId', '=', person.id);
  const { deviceId } = await devices.executeTakeFirstOrThrow();
  const reserve = (device?: string) => reserveAttempt(t.db, { id: person.id }, now, lock, device);
  expect([await reserve(), await reserve(deviceId)]).toMatchObject([{ device: undefined }, { device: deviceId }]);
  await deactivate();
  expect([await reserve(), await reserve(deviceId)]).toEqual([undefined, undefined]);
});

it('accepts no code of a key that was replaced after it was read', async () => {
  const factor = { twoFactorEnabled: true, twoFactorSecret: 'new key', twoFactorLastStep: 7 };
  await t.db.updateTable('users').set(factor).where('id', '=', person.id).execute();
  expect(await spendStep(t.db, person.id, 'old key', 8)).toBe(false);
  expect(await spendStep(t.db, person.id, 'new key', 8)).toBe(true);
});

it('changes no password that was changed after it was verified', async () => {
  expect(await lockIfPasswordIs(t.db, person.id, hash)).toBe(true);
  expect(await lockIfPasswordIs(t.db, person.id, 'another hash')).toBe(false);
});

it('changes no password of an account that was deactivated after it was verified', async () => {
  await deactivate();
  expect(await lockIfPasswordIs(t.db, person.id, hash)).toBe(false);
});

it('takes a reset token until it expires, unless the account is deactivated', async () => {
  const passwordResetExpires = new Date(now.getTime() + 1);
  const issue = async (passwordResetToken: string) =>
    await t.db
      .updateTable('users')
      .set({ passwordResetToken, passwordResetExpires })
      .where('id', '=', person.id)
      .execute();
  const take = async (token: string, at: Date) =>
    await takePasswordReset(t.db, token, { now: at, oldAddressSince: at });
  await issue('expired');
  expect(await take('expired', passwordResetExpires)).toBeUndefined();
  expect(await take('expired', now)).toBe(person.id);
  await issue('deactivated');
  await deactivate();
  expect(await take('deactivated', now)).toBeUndefined();
});

it('saves a verification link until the address is verified', async () => {
  expect(await saveVerification(t.db, person.id, 'first')).toMatchObject({ email: person.email });
  await t.db.updateTable('users').set({ emailVerified: true }).where('id', '=', person.id).execute();
  expect(await saveVerification(t.db, person.id, 'second')).toBeUndefined();
});
