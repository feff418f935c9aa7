import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCustomer } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';

/** The security headers of every response, whatever its status, and what a page of another site cannot do. */

let t: TestApp;
let token: string;
beforeAll(async () => {
  t = await startTestApp({ APP_URL: 'https://stoop.example' });
  token = (await makeCustomer(t)).token;
});
afterAll(async () => await t.close());

const send = (method: 'GET' | 'POST' | 'OPTIONS' | 'HEAD', url: string, headers = {}, payload?: string) =>
  t.app.inject({ method, url, headers, ...(payload !== undefined && { payload }) });
const json = { 'content-type': 'application/json' };

describe('every response', () => {
  const requests: [name: string, status: number, sent: () => ReturnType<typeof send>][] = [
    ['data', 200, () => send('GET', '/api/me', { authorization: `Bearer ${token}` })],
    ['no session', 401, () => send('GET', '/api/me')],
    ['a wrong role', 403, () => send('GET', '/api/admin/routes', { authorization: `Bearer ${token}` })],
    ['an unknown path', 404, () => send('GET', '/api/no-such-thing')],
    ['a file of the repository', 404, () => send('GET', '/.git/config')],
    ['a file beside the app', 404, () => send('GET', '/package.json')],
    ['a folder', 404, () => send('GET', '/assets/')],
    ['bad input', 400, () => send('POST', '/api/auth/login', json, '{}')],
    ['bad JSON', 400, () => send('POST', '/api/auth/login', json, '{')],
    ['the OpenAPI document', 200, () => send('GET', '/openapi.json')],
    ['health', 200, () => send('GET', '/healthz')],
    ['metrics', 200, () => send('GET', '/metrics')],
    ['a return address', 302, () => send('GET', '/payment/success?payment_intent=pi_none')],
  ];

  it.each(requests)('restricts the browser: %s', async (_name, status, sent) => {
    const { statusCode, headers, body } = await sent();
    expect(statusCode).toBe(status);
    expect(headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    });
    const policy = String(headers['content-security-policy']).split('; ');
    for (const directive of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "default-src 'none'"]) {
      expect(policy).toContain(directive);
    }
    if (body !== '') expect(headers['content-type']).toMatch(/^(application\/json|text\/plain; .*charset=utf-8)/);
    expect(headers.server ?? headers['x-powered-by']).toBeUndefined();
  });

  it('with personal data is kept out of shared caches, and what a write returns out of every cache', async () => {
    const read = await send('GET', '/api/me', { authorization: `Bearer ${token}` });
    expect(read.headers['cache-control']).toBe('private, no-cache');
    const written = await send('POST', '/api/notifications/read-all', { authorization: `Bearer ${token}`, ...json });
    expect(written.headers['cache-control']).toBe('no-store');
    const returned = await send('GET', '/payment/success');
    expect(returned.headers).toMatchObject({ 'cache-control': 'no-store', location: '/dashboard' });
  });
});

describe("another site's page", () => {
  const origin = 'https://elsewhere.example';

  it('is allowed nothing by any response', async () => {
    const preflight = {
      origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    };
    for (const response of [
      await send('GET', '/api/me', { origin, authorization: `Bearer ${token}` }),
      await send('GET', '/openapi.json', { origin }),
      await send('OPTIONS', '/api/me', preflight),
    ]) {
      expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'cannot post a form, which needs no preflight: %s',
    async (type) => {
      const form = JSON.stringify({ username: 'dana', password: 'Wrong-password-1' });
      const { statusCode } = await send('POST', '/api/auth/login', { origin, 'content-type': type }, form);
      expect([400, 415]).toContain(statusCode);
    },
  );

  it('cannot sign in by a link', async () => {
    expect((await send('GET', '/api/auth/login?username=dana&password=x')).statusCode).toBeGreaterThanOrEqual(404);
  });
});

it('TRACE does not echo the request', async () => {
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = t.app.server.address() as AddressInfo;
  const { status, body } = await new Promise<{ status: number; body: string }>((resolve, reject) => {
    const headers = { 'x-secret': 'seen' };
    const sent = request({ port, host: '127.0.0.1', method: 'TRACE', path: '/api/me', headers }, (response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    sent.on('error', reject).end();
  });
  expect(status).toBeGreaterThanOrEqual(400);
  expect(body).not.toContain('seen');
});
