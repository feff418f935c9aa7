import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { api, type EndpointName } from '../../contract/api.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { makeAdmin, makeCustomer, makeDriver } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';

// One of the endpoints creates all demo data, which takes long.
vi.setConfig({ testTimeout: 120_000 });

let t: TestApp;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  t = await startTestApp();
  tokens.customer = (await makeCustomer(t)).token;
  tokens.driver = (await makeDriver(t)).token;
  tokens.admin = (await makeAdmin(t)).token;
});
afterAll(async () => await t.close());

const endpoints = Object.entries(api) as [EndpointName, Endpoint][];
const guarded = endpoints.filter(([, endpoint]) => endpoint.access !== 'public');
const nobody = '00000000-0000-4000-8000-000000000000';

const mayCall = (access: Endpoint['access'], role: string) =>
  access === 'user' || access === role || (access === 'staff' && role !== 'customer');

function request(endpoint: Endpoint, token?: string, body: unknown = {}) {
  const path = endpoint.path.replace(/:\w+/g, nobody);
  return t.call(endpoint.method, path, { token, ...(endpoint.method !== 'GET' && { body }) });
}

describe('every endpoint with every role', () => {
  it.each(guarded)('%s returns 401 without a token and for an unknown one', async (_name, endpoint) => {
    expect(await request(endpoint)).toMatchObject({ status: 401, body: { message: expect.any(String) } });
    expect((await request(endpoint, 'no-such-token')).status).toBe(401);
  });

  it.each(guarded)('%s returns 403 for a wrong role only', async (_name, endpoint) => {
    // Logging out would end the shared session; the tests in server/accounts cover it.
    if (endpoint.path === '/api/auth/logout') return;
    for (const [role, token] of Object.entries(tokens)) {
      const { status } = await request(endpoint, token);
      const isAllowed = mayCall(endpoint.access, role);
      if (isAllowed) expect(status, role).not.toBe(403);
      else expect(status, role).toBe(403);
      expect(status, role).not.toBe(500);
    }
  });
});

describe('any input', () => {
  const odd: unknown[] = [null, 0, 'text', [], [[]], { '': {} }, { id: '\u0000' }, { pickupIds: [{}] }, { amount: {} }];

  it.each(endpoints)('%s never returns 500', async (_name, endpoint) => {
    if (endpoint.path === '/api/auth/logout') return;
    const token = tokens[endpoint.access === 'staff' ? 'driver' : endpoint.access] ?? tokens.customer;
    for (const body of odd) {
      const { status, body: response } = await request(endpoint, token, body);
      expect(status, JSON.stringify(body)).not.toBe(500);
      if (status >= 400) expect(response).toMatchObject({ message: expect.any(String) });
    }
    if (endpoint.method === 'GET') {
      for (const query of [
        '?limit=0',
        '?limit=abc',
        '?cursor=%00',
        '?cursor=x',
        '?q=%25_%5C',
        '?status=nope',
        '?sort=up',
        '?q=%00',
      ]) {
        const { status } = await t.call('GET', endpoint.path.replace(/:\w+/g, nobody) + query, { token });
        expect(status, query).not.toBe(500);
      }
    }
  });
});

describe('unknown paths and ids', () => {
  it('returns 404 as JSON for an unknown path', async () => {
    const response = await t.call('GET', '/api/no-such-thing');
    expect(response).toMatchObject({ status: 404, body: { message: 'Not found' } });
    expect(response.headers['content-type']).toContain('application/json');
  });

  it.each(['/API/no-such-path', '/Api', '/%61pi/no-such-path', '//api/no-such-path', '/API/pickups'])(
    'returns 404 as JSON for %s',
    async (path) => {
      expect(await t.call('GET', path)).toMatchObject({ status: 404, body: { message: 'Not found' } });
    },
  );

  it.each([
    ['PUT', '/api/pickups', 'GET, HEAD, POST'],
    ['DELETE', '/api/me', 'GET, HEAD, PATCH'],
    ['GET', `/api/admin/pickups/${nobody}/assign`, 'POST'],
    ['POST', '/healthz', 'GET, HEAD'],
  ] as const)('returns 405 with Allow for %s %s', async (method, path, allow) => {
    const response = await t.call(method, path, { token: tokens.customer, body: {} });
    expect(response).toMatchObject({ status: 405, body: { message: expect.any(String) }, headers: { allow } });
    expect((await t.call(method, `${path}/`)).status).toBe(405);
  });

  it('returns 404 for an id that is not a UUID', async () => {
    const body = { driverId: nobody };
    expect(await t.call('POST', '/api/admin/pickups/nonsense/assign', { token: tokens.admin, body })).toMatchObject({
      status: 404,
    });
  });
});

describe('responses', () => {
  it('carry an ETag and are 304 when nothing changed', async () => {
    const first = await t.call('GET', '/api/pickups', { token: tokens.customer });
    const etag = String(first.headers.etag);
    const second = await t.call('GET', '/api/pickups', { token: tokens.customer, headers: { 'if-none-match': etag } });
    expect(second).toMatchObject({ status: 304, body: undefined });
  });

  it('carry the security headers', async () => {
    const { headers } = await t.call('GET', '/api/me', { token: tokens.customer });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).not.toContain('unsafe-inline');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('are no error for a JSON content type without a body', async () => {
    const response = await t.app.inject({
      method: 'POST',
      url: '/api/notifications/read-all',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens.customer}` },
    });
    expect(response.statusCode).toBe(200);
  });

  it('are JSON errors for a body that is too large, not JSON or malformed', async () => {
    const headers = { authorization: `Bearer ${tokens.customer}` };
    const send = (payload: string, type = 'application/json') =>
      t.app.inject({ method: 'POST', url: '/api/pickups', headers: { ...headers, 'content-type': type }, payload });
    expect((await send(`{"address":"${'x'.repeat(70_000)}"}`)).statusCode).toBe(413);
    for (const type of ['text/xml', 'text/plain', 'text/plain; charset=utf-8']) {
      const unknown = await send('{}', type);
      expect([unknown.statusCode, unknown.json()]).toEqual([415, { message: 'Please send JSON' }]);
    }
    const broken = await send('{"address":');
    expect(broken.statusCode).toBe(400);
    expect(broken.json()).toEqual({ message: 'The request could not be read' });
  });

  it('ignore deep nesting in an unknown field', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const response = await t.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'content-type': 'application/json' },
      payload: `{"username":"nobody","password":"x","more":${deep}}`,
    });
    expect(response.statusCode).toBe(401);
  });
});

describe('the OpenAPI document', () => {
  // biome-ignore lint/suspicious/noExplicitAny: the test states what it expects of it
  let document: any;
  // Read once: parsing it in 200 tests would block the event loop for many seconds, and the app would report overload.
  beforeAll(async () => {
    document = (await t.call('GET', '/openapi.json')).body;
  });

  it('describes every endpoint', () => {
    expect(document.openapi).toBe('3.1.0');
    const operations = Object.values<object>(document.paths).flatMap((path) => Object.keys(path));
    expect(operations).toHaveLength(endpoints.length);
  });

  it.each(endpoints)('documents the access and every error of %s', (name, endpoint) => {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    const operation = document.paths[path][endpoint.method.toLowerCase()];
    const who =
      { public: 'anyone', user: 'any signed-in user', staff: 'drivers and admins' }[endpoint.access as string] ??
      `${endpoint.access}s`;
    expect(operation).toMatchObject({ operationId: name, description: `For ${who}.` });
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(endpoint.errors.map(String)));
    const descriptions = Object.values<{ description: string }>(operation.responses).map((each) => each.description);
    expect(descriptions).not.toContain('Refused');
  });
});

describe('health', () => {
  it('serves /healthz, /readyz and, on loopback, /metrics', async () => {
    expect(await t.call('GET', '/healthz')).toMatchObject({ status: 200 });
    expect(await t.call('GET', '/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
    expect((await t.call('GET', '/metrics')).body).toContain('http_request_duration_seconds');
    const foreign = await t.app.inject({ url: '/metrics', remoteAddress: '203.0.113.9' });
    expect(foreign.statusCode).toBe(404);
  });

  it.each([
    ['forwarded', 'for=127.0.0.1'],
    ['via', '1.1 proxy'],
    ['x-forwarded-for', '127.0.0.1'],
    ['x-forwarded-proto', 'https'],
    ['x-forwarded-host', 'stoop.example'],
    ['x-real-ip', '127.0.0.1'],
    ['x-original-forwarded-for', '127.0.0.1'],
    ['true-client-ip', '127.0.0.1'],
    ['cf-connecting-ip', '127.0.0.1'],
  ])('refuses /metrics without a token through a proxy: %s', async (name, value) => {
    expect((await t.call('GET', '/metrics', { headers: { [name]: value } })).status).toBe(404);
  });

  it('opens /metrics in production with the token only', async () => {
    const closed = await startTestApp({ NODE_ENV: 'production' });
    const open = await startTestApp({ NODE_ENV: 'production', METRICS_TOKEN: 'letters' });
    const read = async (app: TestApp, authorization: string) =>
      (await app.call('GET', '/metrics', { headers: { authorization, 'x-forwarded-for': '203.0.113.9' } })).status;
    expect((await closed.call('GET', '/metrics')).status).toBe(404);
    expect(await read(closed, 'Bearer undefined')).toBe(404);
    expect((await open.call('GET', '/metrics')).status).toBe(404);
    expect(await read(open, 'Bearer other')).toBe(404);
    expect(await read(open, 'Bearer letters')).toBe(200);
    await Promise.all([closed.close(), open.close()]);
  });
});
