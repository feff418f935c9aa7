import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestApp } from '../../tests/support/app.ts';
import { limitBodies, limitBody } from './body-limits.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(ms: number, onRequest: (server: Server, request: IncomingMessage) => void = () => {}) {
  const server = createServer((request, response) => {
    onRequest(server, request);
    request.resume().on('end', () => response.end('all of it'));
  });
  server.on('clientError', (_error, socket) => socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n'));
  limitBodies(server, ms);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Sends a body in two halves and returns the status. */
async function sendSlowly(port: number, pauseMs: number, path = '/'): Promise<number> {
  return await new Promise((resolve, reject) => {
    const headers = { 'content-length': '4' };
    const sent = request({ port, host: '127.0.0.1', path, method: 'POST', headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.write('ab');
    setTimeout(() => sent.end('cd'), pauseMs).unref();
  });
}

describe('the time limit of a body', () => {
  it('ends a slow request with 408', async () => {
    const port = await serve(1500);
    expect(await sendSlowly(port, 20)).toBe(200);
    expect(await sendSlowly(port, 4000)).toBe(408);
  });

  it('can be extended for one request only', async () => {
    const port = await serve(150, (server, request) => {
      if (request.url === '/photo') limitBody(server, request, 20_000);
    });
    expect(await sendSlowly(port, 600, '/photo')).toBe(200);
    expect(await sendSlowly(port, 600, '/else')).toBe(408);
  });

  it('ends neither a slow response nor a reused connection', async () => {
    const server = createServer((request, response) => {
      request.resume().on('end', () => setTimeout(() => response.end('late'), 2000));
    });
    limitBodies(server, 1500);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const body of ['one', 'two']) expect(await (await fetch(url, { method: 'POST', body })).text()).toBe('late');
  });
});

it("the app's own limit allows an upload of two minutes", async () => {
  const t = await startTestApp();
  expect(t.app.server.requestTimeout).toBeGreaterThan(120_000);
  await t.close();
});
