import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAdmin, makeCustomer, type Person } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { bookUnpaid } from '../../tests/support/pickups/bookings.ts';
import { tokenIn } from '../../tests/support/services/mails.ts';
import { nobodyId } from '../audit/record-change.ts';

/** The trail's lines about accounts. */

let t: TestApp;
let admin: Person;
let person: Person;
let now: Date;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => await t.close());
beforeEach(async () => {
  now = new Date('2026-11-21T12:00:30Z');
  t.setNow(now);
  await t.db.deleteFrom('rate_limits').execute();
  await t.db.deleteFrom('audit_log').execute();
  [admin, person] = [await makeAdmin(t), await makeCustomer(t)];
});

const later = (ms: number) => t.setNow(new Date(now.getTime() + ms));
const minuteMs = 60_000;
const logIn = (username: string, password: string) =>
  t.call('POST', '/api/auth/login', { body: { username, password } });
const lines = async (subjectId: string) =>
  await t.db
    .selectFrom('audit_log')
    .select(['actorId', 'action', 'details'])
    .where('subject', '=', 'user')
    .where('subjectId', '=', subjectId)
    .orderBy('at')
    .orderBy('id')
    .execute();
const actions = async (subjectId: string) => (await lines(subjectId)).map(({ action }) => action);
const from = { device: 'Unknown device', ip: '127.0.0.1' };

describe('the trail of accounts', () => {
  it('has sign-ins, and failed ones under known and unknown names without the typed text', async () => {
    later(1_000);
    await logIn(person.username, 'Wrong-side7!');
    await logIn('My-secret-7!', 'Wrong-side7!');
    expect(await lines(person.id)).toEqual([
      { actorId: person.id, action: 'signed_in', details: from },
      { actorId: null, action: 'sign_in_failed', details: from },
    ]);
    expect(await lines(nobodyId)).toEqual([{ actorId: null, action: 'sign_in_failed', details: from }]);
    const all = await t.db.selectFrom('audit_log').selectAll().execute();
    expect(JSON.stringify(all)).not.toMatch(/secret|Wrong/i);
  });

  it('has at most 20 failures an hour under one name', async () => {
    for (let round = 0; round < 24; round++) await logIn('nobody-here', 'Wrong-side7!');
    expect(await actions(nobodyId)).toHaveLength(20);
  });

  it('has changed passwords, emails and usernames, by whom, and no secret', async () => {
    later(1_000);
    const { token } = person;
    const passwords = ['Another-7AM!', 'Third-time7!'] as const;
    const change = { currentPassword: person.password, password: passwords[0], confirmPassword: passwords[0] };
    await t.call('POST', '/api/auth/change-password', { token, body: { ...change, currentPassword: 'Wrong-side7!' } });
    later(2_000);
    expect((await t.call('POST', '/api/auth/change-password', { token, body: change })).status).toBe(200);
    later(3_000);
    const renamed = { username: `${person.username}-2`, email: `${person.username}-2@stoop.example` };
    // Changed with the password, so that the reset goes to the new address.
    const withPassword = { ...renamed, currentPassword: passwords[0] };
    expect((await t.call('PATCH', '/api/me', { token, body: withPassword })).status).toBe(200);
    later(4_000);
    await t.call('POST', '/api/auth/forgot-password', { body: { email: renamed.email } });
    await t.runJobs();
    const mails = (await t.mails()).filter((mail) => mail.to === renamed.email && mail.subject.includes('new'));
    const body = {
      token: tokenIn(mails.at(-1), '/reset-password'),
      password: passwords[1],
      confirmPassword: passwords[1],
    };
    expect((await t.call('POST', '/api/auth/reset-password', { body })).status).toBe(200);
    const own = { actorId: person.id };
    const entries = (await lines(person.id)).slice(1);
    expect(entries).toHaveLength(5);
    expect(entries).toEqual(
      expect.arrayContaining([
        { ...own, action: 'sign_in_failed', details: { at: 'settings' } },
        { ...own, action: 'password_changed', details: { by: 'owner' } },
        { ...own, action: 'username_changed', details: { from: person.username, to: renamed.username } },
        { ...own, action: 'email_changed', details: { from: person.email, to: renamed.email } },
        { ...own, action: 'password_changed', details: { by: 'link' } },
      ]),
    );
    const all = JSON.stringify(await t.db.selectFrom('audit_log').selectAll().execute());
    for (const secret of [...passwords, person.password, 'Wrong-side7!', token, body.token])
      expect(all).not.toContain(secret);
  });

  it("has each admin's look at a customer once an hour, also through a pickup, and none at staff", async () => {
    const other = await makeAdmin(t);
    const look = (who: Person, subject: string, id: string) =>
      t.call('GET', '/api/admin/history', { token: who.token, query: { subject, id } });
    const { id: pickupId } = await bookUnpaid(t, person.token);
    await Promise.all([
      look(admin, 'user', person.id),
      look(admin, 'user', person.id),
      look(admin, 'pickup', pickupId),
    ]);
    await look(other, 'pickup', pickupId);
    await look(other, 'user', admin.id);
    await look(other, 'subscription', admin.id);
    const viewed = async () => (await lines(person.id)).filter(({ action }) => action === 'viewed');
    expect((await viewed()).map(({ actorId }) => actorId).sort()).toEqual([admin.id, other.id].sort());
    expect(await actions(admin.id)).toEqual(['signed_in']);
    later(60 * minuteMs);
    const { body } = await look(admin, 'user', person.id);
    expect(await viewed()).toHaveLength(3);
    expect(body[0]).toMatchObject({ action: 'viewed', actorUsername: admin.username });
  });
});
