import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';

let t: TestApp;
let port: number;
beforeAll(async () => {
  t = await startTestApp();
  port = Number(new URL(await t.app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(async () => await t.close());

/** Sends these bytes and returns the response, which ends when the server closes the connection. */
async function send(bytes: string): Promise<{ status: number; head: string; body: unknown }> {
  const text = await new Promise<string>((resolve, reject) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (data) => {
      received += data;
    });
    socket.on('error', reject).on('close', () => resolve(received));
  });
  const [head = '', body = ''] = text.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head, body: JSON.parse(body) };
}

const refused = {
  head: expect.stringContaining('Content-Type: application/json'),
  body: { message: expect.any(String) },
};

describe('a request that the HTTP parser refuses', () => {
  it('gets a JSON error for an unknown method', async () => {
    expect(await send('NONSENSE /api/pickups HTTP/1.1\r\nHost: x\r\n\r\n')).toMatchObject({ status: 400, ...refused });
  });

  it('gets a JSON error for a URL of 20 kB', async () => {
    const url = `/api/pickups?q=${'x'.repeat(20_000)}`;
    expect(await send(`GET ${url} HTTP/1.1\r\nHost: x\r\n\r\n`)).toMatchObject({ status: 431, ...refused });
  });

  it('gets a JSON error for a header of 60 kB, and not a reset', async () => {
    const request = `GET /api/pickups HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(60_000)}\r\n\r\n`;
    const responses = await Promise.all(Array.from({ length: 10 }, () => send(request)));
    for (const response of responses) expect(response).toMatchObject({ status: 431, ...refused });
  });

  it.each(['PROPFIND', 'TRACE', 'OPTIONS'])('gets a JSON error for the method %s', async (method) => {
    const response = await send(`${method} /api/pickups HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(response).toMatchObject({ status: 405, body: { message: expect.any(String) } });
    expect(response.head.toLowerCase()).toContain('allow: get, head, post');
  });
});

it.each([
  ['the same', 'Host: x\r\nHost: x'],
  ['other', 'Host: x\r\nHOST: evil.example'],
])('a request with two Host headers of %s names gets 400', async (_case, hosts) => {
  const response = await send(`GET /api/auth/user HTTP/1.1\r\n${hosts}\r\nConnection: close\r\n\r\n`);
  expect(response).toMatchObject({ status: 400, body: { message: 'The request could not be read' } });
});
