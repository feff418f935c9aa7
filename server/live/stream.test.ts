import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { instantOf } from '../../contract/values/time/dates.ts';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { makeLiveToken } from '../../tests/support/pickups/live-links.ts';
import { makeStop } from '../../tests/support/pickups/stops.ts';

const today = '2026-11-20';
let t: TestApp;
let admin: Person;
let customer: Person;
let driver: Person;
beforeAll(async () => {
  t = await startTestApp();
  t.setNow(instantOf(today, '08:00'));
  [admin, customer] = await Promise.all([makeAdmin(t), makeCustomer(t)]);
});
afterAll(async () => await t.close());
beforeEach(async () => {
  driver = await makeDriver(t);
});

const linkTo = (id: string) => makeLiveToken(t, id);
const complete = (id: string) =>
  t.call('POST', '/api/driver/complete-bulk', { token: driver.token, body: { pickupIds: [id] } });
/** Makes today's stops in the order of the driver's list. */
async function makeStops(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) ids.push(await makeStop(t, { customer, admin, driver }));
  return ids;
}

describe('a stream', () => {
  let origin: string;
  beforeAll(async () => {
    await t.app.listen({ port: 0, host: '127.0.0.1' });
    origin = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`;
  });

  /** Opens a stream and collects its events as they arrive. */
  async function openStream(path: string, token?: string) {
    const headers = token ? { authorization: `Bearer ${token}` } : {};
    const request = get(`${origin}${path}`, { headers });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const events: { state: string; stopsBefore: number | null }[] = [];
    let text = '';
    response.on('data', (chunk: Buffer) => {
      const blocks = (text + chunk.toString()).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) if (block.startsWith('data: ')) events.push(JSON.parse(block.slice(6)));
    });
    response.on('error', () => {});
    const ended = new Promise((resolve) => response.once('close', resolve));
    return { response, events, ended, close: () => request.destroy() };
  }
  const until = async (isTrue: () => boolean) => {
    for (let tries = 0; tries < 200 && !isTrue(); tries += 1) await sleep(50);
    expect(isTrue()).toBe(true);
  };

  it('sends the day, and every change of it within seconds', async () => {
    const [first = '', own = ''] = await makeStops(2);
    const byLink = await openStream(`/api/live/${await linkTo(own)}/events`);
    const byCustomer = await openStream(`/api/pickups/${own}/live/events`, customer.token);
    expect(byLink.response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    await until(() => byLink.events.length === 1 && byCustomer.events.length === 1);
    await complete(first);
    await until(() => byLink.events.length === 2 && byCustomer.events.length === 2);
    await complete(own);
    await until(() => byLink.events.length === 3 && byCustomer.events.length === 3);
    for (const { events } of [byLink, byCustomer]) {
      expect(events.map(({ state }) => state)).toEqual(['planned', 'next', 'done']);
    }
    byLink.close();
    byCustomer.close();
  });

  it('ends when its link is ended', async () => {
    const [own = ''] = await makeStops(1);
    const stream = await openStream(`/api/live/${await linkTo(own)}/events`);
    await until(() => stream.events.length === 1);
    await t.call('DELETE', `/api/pickups/${own}/live-links`, { token: customer.token });
    await stream.ended;
  });

  describe('of a customer', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    it.each<[string, (person: Person) => Promise<unknown>]>([
      ['signs out', ({ token }) => t.call('POST', '/api/auth/logout', { token, body: {} })],
      ['is deactivated', ({ id }) => t.call('POST', `/api/admin/users/${id}/deactivate`, { token: admin.token })],
      [
        'gets a new password on another device',
        async ({ username, password }) => {
          const { token } = (await t.call('POST', '/api/auth/login', { body: { username, password } })).body;
          const chosen = 'Another-long-pass-7!';
          const body = { currentPassword: password, password: chosen, confirmPassword: chosen };
          return await t.call('POST', '/api/auth/change-password', { token, body });
        },
      ],
    ])('ends within 30 seconds after the customer %s', async (_case, end) => {
      const person = await makeCustomer(t);
      const own = await makeStop(t, { customer: person, admin, driver });
      const stream = await openStream(`/api/pickups/${own}/live/events`, person.token);
      await until(() => stream.events.length === 1);
      expect(await end(person)).toMatchObject({ status: 200 });
      vi.advanceTimersByTime(30_000);
      await stream.ended;
    });
  });

  it('is refused to a third party that holds a link open many times, which reads the day instead', async () => {
    const [own = ''] = await makeStops(1);
    const path = `/api/live/${await linkTo(own)}`;
    const streams = [];
    for (let count = 0; count < 3; count += 1) streams.push(await openStream(`${path}/events`));
    const response = await fetch(`${origin}${path}/events`);
    expect([response.status, await response.json()]).toMatchObject([503, { code: 'busy' }]);
    expect((await fetch(`${origin}${path}`)).status).toBe(200);
    for (const { close } of streams) close();
  });

  it('has only its headers for HEAD', async () => {
    const [own = ''] = await makeStops(1);
    const url = `${origin}/api/live/${await linkTo(own)}/events`;
    const response = await fetch(url, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  it('ends when the server stops, and counts as no slow response', async () => {
    const [own = ''] = await makeStops(1);
    const stream = await openStream(`/api/live/${await linkTo(own)}/events`);
    await until(() => stream.events.length === 1);
    const before = (await t.call('GET', '/metrics')).body as string;
    expect(before).toMatch(/^http_open_streams [1-9]/m);
    expect(before).not.toMatch(/http_request_duration_seconds_count\{[^}]*live\/:token\/events/);
    const startedMs = performance.now();
    await t.app.close();
    await stream.ended;
    expect(performance.now() - startedMs).toBeLessThan(3_000);
  });
});
