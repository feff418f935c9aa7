import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PushDevice } from '../../contract/messages/push.ts';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { overtaken } from '../../tests/support/database/overtaken.ts';
import { type PushReceiver, startPushReceiver } from '../../tests/support/services/push-receiver.ts';
import { accountJobs } from '../accounts/jobs.ts';
import { clientSettingsOf } from '../assemble.ts';
import { openPush } from './open-push.ts';
import { listPushable, sendPush } from './send-push.ts';

let receiver: PushReceiver;
let t: TestApp;
let person: Person;
const now = new Date('2026-11-24T14:00:00Z');
beforeAll(async () => {
  receiver = await startPushReceiver();
  t = await startTestApp({ PUSH_SERVICE_URL: receiver.origin });
});
afterAll(async () => {
  await t.close();
  await receiver.stop();
});
beforeEach(async () => {
  t.setNow(now);
  await t.db.deleteFrom('rate_limits').execute();
  receiver.received.length = 0;
  person = await makeCustomer(t);
});

const subscribe = (token: string | undefined, body: unknown) => t.call('PUT', '/api/me/push', { token, body });
const unsubscribe = (token: string | undefined) => t.call('DELETE', '/api/me/push', { token });
const renew = (body: unknown) => t.call('POST', '/api/push/renew', { body });
async function signInAgain(who: Person): Promise<string> {
  const { username, password } = who;
  return (await t.call('POST', '/api/auth/login', { body: { username, password } })).body.token;
}
/** Adds a new device to a session. */
async function addDevice(token: string): Promise<PushDevice> {
  const device = receiver.makeDevice();
  expect(await subscribe(token, device)).toMatchObject({ status: 200, body: { success: true } });
  return device;
}
const words = { title: "We're close", body: '3 stops before yours', url: '/pickup-history', tag: 'pickup-1' };
const send = (who: Person, changes: Partial<typeof words> & { ttlSeconds?: number } = {}) =>
  sendPush(t.services, who.id, { ...words, ...changes }, 'message-1');
const reached = () => receiver.received.map(({ endpoint }) => endpoint).sort();
const endpoints = (...devices: PushDevice[]) => devices.map(({ endpoint }) => endpoint).sort();
const stored = async (...devices: PushDevice[]) =>
  await t.db
    .selectFrom('push_subscriptions')
    .select('endpoint')
    .where('endpoint', 'in', endpoints(...devices))
    .execute();

describe('subscribing a device', () => {
  it('needs a session, and a device as a browser makes it', async () => {
    const device = receiver.makeDevice();
    expect((await subscribe(undefined, device)).status).toBe(401);
    for (const bad of [
      {},
      { ...device, endpoint: '' },
      { ...device, endpoint: `${receiver.origin}/${'x'.repeat(1000)}` },
      { ...device, p256dh: undefined },
      { ...device, p256dh: device.p256dh.slice(0, -4) },
      { ...device, p256dh: 'not base64!' },
      { ...device, auth: `${device.auth}AAAA` },
    ]) {
      expect((await subscribe(person.token, bad)).status, JSON.stringify(bad)).toBe(400);
    }
    for (const refused of [
      { ...device, endpoint: 'https://push.example/1' },
      { ...device, endpoint: 'https://127.0.0.1/1' },
      { ...device, endpoint: 'http://169.254.169.254/latest' },
      { ...device, p256dh: Buffer.alloc(65, 4).toString('base64url') },
    ]) {
      expect(await subscribe(person.token, refused)).toMatchObject({
        status: 400,
        body: { code: 'unknown_push_service', message: "We can't send notifications to this browser." },
      });
    }
    expect(await send(person)).toBe('nobody');
  });

  it('sends notices to it, with the key that browsers got', async () => {
    const device = await addDevice(person.token);
    expect(await send(person)).toBe('sent');
    expect(receiver.received).toMatchObject([
      { endpoint: device.endpoint, key: clientSettingsOf(t.services).pushPublicKey },
    ]);
    expect(JSON.parse(receiver.received[0]?.text ?? '')).toEqual({ id: 'message-1', ...words });
    expect(receiver.received[0]?.headers).toMatchObject({ ttl: '14400', urgency: 'normal' });
    expect(String(receiver.received[0]?.headers.topic)).toMatch(/^[\w-]{32}$/);
  });

  it('replaces the earlier device of the session', async () => {
    const [earlier, later] = [await addDevice(person.token), await addDevice(person.token)];
    await send(person);
    expect(reached()).toEqual(endpoints(later));
    expect(await stored(earlier)).toEqual([]);
  });

  it('moves a device that another account had, also when both ask at the same time', async () => {
    const stranger = await makeCustomer(t);
    const [device, kept] = [await addDevice(stranger.token), await addDevice(await signInAgain(stranger))];
    expect((await subscribe(person.token, device)).status).toBe(200);
    await send(stranger);
    expect(reached()).toEqual(endpoints(kept));
    receiver.received.length = 0;
    await send(person);
    expect(reached()).toEqual(endpoints(device));
    const both = await Promise.all([stranger, person].map(({ token }) => subscribe(token, device)));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await stored(device)).toHaveLength(1);
  });

  it('keeps the ten newest devices of a person', async () => {
    const stranger = await makeCustomer(t);
    const theirs = await addDevice(stranger.token);
    const devices: PushDevice[] = [];
    for (let minute = 0; minute < 11; minute += 1) {
      t.setNow(new Date(now.getTime() + minute * 60_000));
      devices.push(await addDevice(minute === 0 ? person.token : await signInAgain(person)));
    }
    await send(person);
    expect(reached()).toEqual(endpoints(...devices.slice(1)));
    expect(await stored(theirs)).toHaveLength(1);
  });

  it('returns 401 when the session is signed out first', async () => {
    const device = receiver.makeDevice();
    const response = await overtaken(
      t.db,
      () => subscribe(person.token, device),
      (trx) => trx.deleteFrom('sessions').where('userId', '=', person.id).execute(),
    );
    expect(response).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
    expect(await stored(device)).toEqual([]);
  });

  it('is limited per account', async () => {
    const statuses = new Set<number>();
    const device = receiver.makeDevice();
    for (let count = 0; count < 61; count += 1) statuses.add((await subscribe(person.token, device)).status);
    expect([...statuses]).toEqual([200, 429]);
  });
});

describe('a device gets nothing more', () => {
  it('after it was unsubscribed, twice without harm', async () => {
    const [here, there] = [await addDevice(person.token), await addDevice(await signInAgain(person))];
    expect((await unsubscribe(undefined)).status).toBe(401);
    for (const _ of [1, 2]) expect(await unsubscribe(person.token)).toMatchObject({ status: 200 });
    await send(person);
    expect(reached()).toEqual(endpoints(there));
    expect(await stored(here)).toEqual([]);
  });

  it.each([
    ['its session was signed out', () => t.call('POST', '/api/auth/logout', { token: person.token, body: {} })],
    [
      'the person signed out all others elsewhere',
      async () => t.call('DELETE', '/api/me/sessions', { token: await signInAgain(person) }),
    ],
    ['its session was deleted as expired', () => t.db.deleteFrom('sessions').where('userId', '=', person.id).execute()],
  ])('after %s', async (_case, end) => {
    const device = await addDevice(person.token);
    await end();
    expect(await stored(device)).toEqual([]);
    expect(await send(person)).toBe('nobody');
    expect([...(await listPushable(t.db, [person.id]))]).toEqual([]);
  });

  it('when the account was deactivated', async () => {
    await addDevice(person.token);
    await t.db.updateTable('users').set({ isActive: false }).where('id', '=', person.id).execute();
    expect(await send(person)).toBe('nobody');
  });

  it.each([404, 410])('when the push service returns %i, and is forgotten', async (status) => {
    const [gone, there] = [await addDevice(person.token), await addDevice(await signInAgain(person))];
    receiver.respond(gone, status);
    expect(await send(person)).toBe('sent');
    expect(await stored(gone, there)).toEqual([{ endpoint: there.endpoint }]);
    receiver.respond(there, status);
    expect(await send(person)).toBe('nobody');
  });
});

describe('a device goes on', () => {
  const dayMs = 24 * 3_600_000;
  const wait = (days: number) => t.setNow(new Date(now.getTime() + days * dayMs));
  const sweep = () => accountJobs(t.services)['sweep-expired']();
  /** Signs in from a browser with this cookie. Returns the token and the browser's cookie. */
  async function signInWith(who: Person, cookie = '') {
    const { username, password } = who;
    const { body, headers } = await t.call('POST', '/api/auth/login', {
      body: { username, password },
      headers: { cookie },
    });
    return { token: body.token as string, cookie: String(headers['set-cookie']).split(';')[0] ?? '' };
  }
  /** Turns on notifications in a browser. */
  async function addDeviceOf({ token, cookie }: { token: string; cookie: string }, device = receiver.makeDevice()) {
    const response = await t.call('PUT', '/api/me/push', { token, body: device, headers: { cookie } });
    expect(response.status).toBe(200);
    return device;
  }

  it.each(['customer', 'driver'] as const)(
    'for 30 days after the sign-in of a %s, whose session ended long before',
    async (role) => {
      const who = role === 'driver' ? await makeDriver(t) : person;
      const device = await addDevice(who.token);
      for (const isUsed of [true, false]) {
        wait(2);
        // The page that is opened after the session's end is told so.
        if (isUsed) expect((await t.call('GET', '/api/me', { token: who.token })).status).toBe(401);
        await sweep();
        expect(await send(who)).toBe('sent');
      }
      wait(29.9);
      await sweep();
      expect(await send(who)).toBe('sent');
      expect((await t.call('GET', '/api/me', { token: who.token })).status).toBe(401);
      wait(30);
      expect(await send(who)).toBe('nobody');
      await sweep();
      expect(await stored(device)).toEqual([]);
    },
  );

  it.each<[string, () => Promise<unknown>]>([
    [
      'signs out everywhere else',
      async () => t.call('DELETE', '/api/me/sessions', { token: await signInAgain(person) }),
    ],
    [
      'gets a new password',
      async () => {
        const chosen = 'Another-long-pass-7!';
        const body = { currentPassword: person.password, password: chosen, confirmPassword: chosen };
        return await t.call('POST', '/api/auth/change-password', { token: await signInAgain(person), body });
      },
    ],
    [
      'is deactivated',
      async () => {
        const { token } = await makeAdmin(t);
        return await t.call('POST', `/api/admin/users/${person.id}/deactivate`, { token });
      },
    ],
  ])('after its session has expired until the person %s', async (_case, end) => {
    const device = await addDevice(person.token);
    wait(2);
    await sweep();
    expect(await send(person)).toBe('sent');
    expect(await end()).toMatchObject({ status: 200 });
    expect(await stored(device)).toEqual([]);
  });

  it('with the next sign-in of the same person, for 30 days from then', async () => {
    const first = await signInWith(person);
    const device = await addDeviceOf(first);
    wait(20);
    const again = await signInWith(person, first.cookie);
    wait(49);
    expect(await send(person)).toBe('sent');
    expect(reached()).toEqual(endpoints(device));
    wait(20.5);
    expect((await t.call('POST', '/api/auth/logout', { token: again.token, body: {} })).status).toBe(200);
    expect(await stored(device)).toEqual([]);
  });

  it("until another person's sign-in there, and no other device ends", async () => {
    const [here, there] = [await signInWith(person), await signInWith(person)];
    const [ended, kept] = [await addDeviceOf(here), await addDeviceOf(there)];
    const stranger = await makeCustomer(t);
    await signInWith(stranger, here.cookie);
    expect(await stored(ended, kept)).toEqual([{ endpoint: kept.endpoint }]);
    expect(await send(stranger)).toBe('nobody');
  });

  it('with its newest subscription only', async () => {
    const first = await signInWith(person);
    const old = await addDeviceOf(first);
    const second = await signInWith(person, first.cookie);
    const renewed = await addDeviceOf(second);
    expect(await stored(old, renewed)).toEqual([{ endpoint: renewed.endpoint }]);
  });
});

describe('sending', () => {
  it('is tried again only when no device got it and one may get it later', async () => {
    const [first, second] = [await addDevice(person.token), await addDevice(await signInAgain(person))];
    receiver.respond(first, 429);
    expect(await send(person)).toBe('sent');
    receiver.respond(second, 500);
    await expect(send(person)).rejects.toThrow(
      /^no push service took the message: 127\.0\.0\.1:\d+ returned (429|500)$/,
    );
    expect(await stored(first, second)).toHaveLength(2);
    receiver.respond(first, 410);
    await expect(send(person)).rejects.toThrow('no push service');
    expect(await stored(first)).toEqual([]);
  });

  it('counts a refusal as nobody, and logs it without the endpoint', async () => {
    const device = await addDevice(person.token);
    receiver.respond(device, 403);
    const lines: unknown[] = [];
    const log = { ...t.services.log, error: (...line: unknown[]) => void lines.push(line) };
    expect(await sendPush({ ...t.services, log }, person.id, words, 'message-2')).toBe('nobody');
    expect(lines).toEqual([
      [{ messageId: 'message-2', detail: `${new URL(receiver.origin).host} returned 403` }, 'a push was refused'],
    ]);
  });

  it('replaces an undelivered notice of the same tag, and no other', async () => {
    await addDevice(person.token);
    for (const tag of ['pickup-1', 'pickup-1', 'pickup-2']) await send(person, { tag });
    const [one, again, other] = receiver.received.map(({ headers }) => headers.topic);
    expect(again).toBe(one);
    expect(other).not.toBe(one);
  });

  it('fits the longest texts into one message', async () => {
    await addDevice(person.token);
    expect(await send(person, { title: '🗑'.repeat(500), body: '🗑'.repeat(5000), ttlSeconds: 60 })).toBe('sent');
    const { title, body } = JSON.parse(receiver.received[0]?.text ?? '');
    expect([[...title].length, [...body].length, body.endsWith('🗑…')]).toEqual([120, 600, true]);
    expect(receiver.received[0]?.headers.ttl).toBe('60');
  });

  it('opens paths of ours only', async () => {
    for (const url of ['https://evil.example/', '//evil.example/', '/\\evil.example', 'pickup-history', '']) {
      await expect(send(person, { url }), url).rejects.toThrow();
    }
  });

  it('knows who has a device', async () => {
    const [driver, nobody] = [await makeDriver(t), await makeCustomer(t)];
    await addDevice(person.token);
    await addDevice(driver.token);
    expect([...(await listPushable(t.db, [person.id, nobody.id]))]).toEqual([person.id]);
    expect([...(await listPushable(t.db, []))]).toEqual([]);
  });
});

describe('renewing a device', () => {
  const proofOf = ({ endpoint, auth }: PushDevice) => ({ endpoint, auth });

  it('takes the old endpoint and its secret, once, and leaves other devices alone', async () => {
    const [old, next] = [await addDevice(person.token), receiver.makeDevice()];
    const stranger = await makeCustomer(t);
    const theirs = await addDevice(stranger.token);
    for (const wrong of [
      { ...proofOf(old), auth: theirs.auth },
      { ...proofOf(old), endpoint: receiver.makeDevice().endpoint },
    ]) {
      expect((await renew({ old: wrong, device: next })).status).toBe(404);
    }
    expect(await renew({ old: proofOf(old), device: next })).toMatchObject({ status: 200, body: { success: true } });
    expect((await renew({ old: proofOf(old), device: next })).status).toBe(404);
    await send(person);
    await send(stranger);
    expect(reached()).toEqual(endpoints(next, theirs));
  });

  it("doesn't take another device's endpoint", async () => {
    const [old, stranger] = [await addDevice(person.token), await makeCustomer(t)];
    const theirs = await addDevice(stranger.token);
    expect((await renew({ old: proofOf(old), device: theirs })).status).toBe(404);
    expect(await stored(old, theirs)).toHaveLength(2);
    // The endpoint may also stay the same and get new keys.
    expect((await renew({ old: proofOf(old), device: { ...old, auth: theirs.auth } })).status).toBe(200);
  });

  it('returns 400 for an unknown push service, and 429 after many tries', async () => {
    const old = await addDevice(person.token);
    const device = { ...receiver.makeDevice(), endpoint: 'https://push.example/1' };
    expect(await renew({ old: proofOf(old), device })).toMatchObject({ status: 400 });
    expect((await renew({ old: proofOf(old) })).status).toBe(400);
    const body = { old: proofOf(receiver.makeDevice()), device: receiver.makeDevice() };
    const statuses = new Set<number>();
    for (let count = 0; count < 30; count += 1) statuses.add((await renew(body)).status);
    expect([...statuses]).toEqual([404, 429]);
  });
});

describe('the keys', () => {
  it('are made once, also by servers that start at the same time', async () => {
    await t.db.deleteFrom('server_secrets').where('name', '=', 'push-keys').execute();
    const opened = await Promise.all(Array.from({ length: 6 }, () => openPush(t.services)));
    const later = await openPush(t.services);
    expect(new Set([...opened, later].map(({ publicKey }) => publicKey)).size).toBe(1);
    expect(later.publicKey).toMatch(/^[\w-]{87}$/);
  });
});

describe("a customer's data", () => {
  it('has the devices without what sends to them, and none is left after a deletion', async () => {
    const device = await addDevice(person.token);
    // The web app reports a device again once a day.
    t.setNow(new Date(now.getTime() + 3_600_000));
    expect((await subscribe(person.token, device)).status).toBe(200);
    const { body } = await t.call('POST', '/api/me/data', {
      token: person.token,
      body: { format: 'json', currentPassword: person.password },
    });
    expect(body.notifiedDevices).toEqual([
      { pushService: new URL(receiver.origin).host, browser: expect.any(String), createdAt: now.toISOString() },
    ]);
    for (const secret of [device.endpoint, device.auth, device.p256dh]) {
      expect(JSON.stringify(body)).not.toContain(secret);
    }
    const deletion = await t.call('POST', '/api/me/deletion', {
      token: person.token,
      body: { currentPassword: person.password, expectedRefund: '0.00', expectedPickupIds: [] },
    });
    expect(deletion.status).toBe(200);
    expect(await stored(device)).toEqual([]);
  });
});
