import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';

/** What a server does with requests while it drains and closes. `tests/e2e/rolling-restart.test.ts` adds the proxy. */

let t: TestApp;
let port: number;
let release: () => void;
beforeEach(async () => {
  t = await startTestApp();
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  t.app.get('/slow', async () => {
    await released;
    return { status: 'done' };
  });
  port = Number(new URL(await t.app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterEach(async () => {
  release();
  await t.close();
});

const agent = new Agent({ keepAlive: true });

async function send(method: string, path: string, body?: string) {
  const headers = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': body.length };
  const outgoing = request({ port, host: '127.0.0.1', method, path, agent, headers });
  outgoing.end(body);
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of incoming.setEncoding('utf8')) text += chunk;
  return { status: incoming.statusCode, headers: incoming.headers, text };
}

/** Opens a connection and collects what it receives. */
async function open(): Promise<{ socket: Socket; received: () => string; closed: Promise<unknown> }> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  let text = '';
  socket.on('data', (data) => {
    text += data;
  });
  return { socket, received: () => text, closed: once(socket, 'close') };
}

const paths: [method: string, path: string, body: string | undefined][] = [
  ['GET', '/healthz', undefined],
  ['GET', '/api/auth/user', undefined],
  ['POST', '/api/auth/login', '{}'],
  ['POST', '/api/stripe/webhook', '{}'],
  ['GET', '/nowhere', undefined],
  ['GET', `/api/pickups/${'x'.repeat(300)}`, undefined],
];

describe('a server that drains', () => {
  it('is not ready, and says so to the proxy', async () => {
    expect((await send('GET', '/readyz')).status).toBe(200);
    t.app.draining.begin();
    const response = await send('GET', '/readyz');
    expect(response).toMatchObject({ status: 503, headers: { 'retry-after': '1', connection: 'close' } });
    expect(JSON.parse(response.text)).toEqual({ status: 'stopping' });
    expect((await t.call('GET', '/readyz')).status).toBe(503);
  });

  it('serves as before, and each response closes its connection', async () => {
    const before = await Promise.all(paths.map((path) => send(...path)));
    for (const { headers } of before) expect(headers.connection).toBe('keep-alive');
    t.app.draining.begin();
    const draining = await Promise.all(paths.map((path) => send(...path)));
    for (const [at, { status, text, headers }] of draining.entries()) {
      expect({ status, text }, paths[at]?.join(' ')).toEqual({ status: before[at]?.status, text: before[at]?.text });
      expect(headers.connection, paths[at]?.join(' ')).toBe('close');
    }
  });

  it('closes the connection of a request that was already running', async () => {
    const running = send('GET', '/slow');
    await expect.poll(() => openConnections()).toBe(1);
    await sleep(50);
    t.app.draining.begin();
    release();
    expect(await running).toMatchObject({ status: 200, headers: { connection: 'close' } });
  });

  it('keeps an idle connection, and serves a request that comes on it', async () => {
    const { socket, received, closed } = await open();
    t.app.draining.begin();
    await sleep(100);
    expect(socket.readyState).toBe('open');
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await closed;
    expect(received()).toContain('200 OK');
    expect(received().toLowerCase()).toContain('connection: close');
  });
});

const openConnections = async () =>
  await new Promise((resolve, reject) =>
    t.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

describe('a server that closes', () => {
  it('closes connections that carry no request, and takes no new ones', async () => {
    const idle = await open();
    idle.socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(idle.received).toContain('"ok"');
    const startedMs = performance.now();
    await t.app.draining.close(t.app, 4_000);
    expect(performance.now() - startedMs).toBeLessThan(3_000);
    await idle.closed;
    await expect(open()).rejects.toThrow('ECONNREFUSED');
  });

  it('serves a request that is arriving on an open connection', async () => {
    const expected = await Promise.all(paths.map((path) => send(...path)));
    const arriving = await Promise.all(
      paths.map(async ([method, path, body = '']) => {
        const { socket, received, closed } = await open();
        // Node doesn't close a connection whose request has begun.
        socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`);
        return { received, closed, finish: () => socket.write(`Content-Length: ${body.length}\r\n\r\n${body}`) };
      }),
    );
    await sleep(50);
    const closing = t.app.draining.close(t.app, 4_000);
    await sleep(50);
    for (const { finish } of arriving) finish();
    await Promise.all([closing, ...arriving.map(({ closed }) => closed)]);
    for (const [at, { received }] of arriving.entries()) {
      expect(received()).toContain(`HTTP/1.1 ${expected[at]?.status}`);
      expect(received().toLowerCase()).toContain('connection: close');
    }
  });

  it('refuses what is still running at the limit with an error of the API', async () => {
    const { socket, received, closed } = await open();
    socket.write(
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
    );
    const running = send('GET', '/slow');
    await sleep(50);
    const startedMs = performance.now();
    await t.app.draining.close(t.app, 200);
    expect(performance.now() - startedMs).toBeLessThan(2_000);
    await closed;
    const refusal = { message: "We'll be back in a moment. Please try again.", code: 'unavailable' };
    const answer = await running;
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '1', connection: 'close' } });
    expect(JSON.parse(answer.text)).toEqual(refusal);
    expect(received()).toContain('HTTP/1.1 503');
    expect(JSON.parse(received().split('\r\n\r\n')[1] ?? '')).toEqual(refusal);
  });
});
