import { hash } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sendFile, sendJson } from './send-result.ts';

let app: FastifyInstance;
/** The rows that the download still has; it never ends by itself. */
let chunks: Readable;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  chunks = Readable.from(endless(), { highWaterMark: 1 });
  app = fastify();
  app.get('/rows', async (request, reply) => sendFile(request, reply, { type: 'text/csv', name: 'rows.csv', chunks }));
  app.get('/left', async (request, reply) => {
    request.raw.socket.destroy();
    await once(reply.raw, 'close');
    return sendFile(request, reply, { type: 'text/csv', name: 'rows.csv', chunks });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

async function* endless(): AsyncGenerator<string> {
  for (;;) yield 'x'.repeat(500_000);
}
function ask(path: string) {
  const { port } = app.server.address() as AddressInfo;
  return get({ port, host: '127.0.0.1', path, agent: false }).on('error', () => {});
}
const until = async (isTrue: () => boolean) => {
  for (let turns = 0; turns < 20_000 && !isTrue(); turns += 1) await turn();
  expect(isTrue()).toBe(true);
};
const wait = async (ms: number) => {
  vi.advanceTimersByTime(ms);
  for (let turns = 0; turns < 5; turns += 1) await turn();
};

describe('a download', () => {
  it('ends 30 seconds after its client has stopped reading', async () => {
    const [response] = (await once(ask('/rows'), 'response')) as [IncomingMessage];
    response.on('error', () => {});
    response.pause();
    // The kernel takes the first megabytes.
    await wait(0);
    for (let turns = 0; turns < 2_000; turns += 1) await turn();
    await wait(29_000);
    expect(chunks.destroyed).toBe(false);
    await wait(1_000);
    await until(() => chunks.destroyed);
  });

  it('goes on for minutes while its client reads', async () => {
    const [response] = (await once(ask('/rows'), 'response')) as [IncomingMessage];
    response.on('error', () => {});
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    for (let passed = 0; passed < 4; passed += 1) {
      await wait(20_000);
      const before = bytes;
      await until(() => bytes > before);
    }
    expect(chunks.destroyed).toBe(false);
    response.destroy();
    await until(() => chunks.destroyed);
  });

  it('ends when its client left before it began', async () => {
    ask('/left');
    for (let turns = 0; turns < 2_000; turns += 1) await turn();
    await wait(30_000);
    await until(() => chunks.destroyed);
  });
});

it('a long JSON is sent in several turns, with the ETag of its text, and as 304 when the client has it', async () => {
  vi.useRealTimers();
  const text = JSON.stringify(Array.from({ length: 30_000 }, (_, id) => ({ id, name: 'Núñez' })));
  let turns = 0;
  let isSent = false;
  const count = () => {
    turns += 1;
    if (!isSent) setImmediate(count);
  };
  const server = fastify();
  server.get('/', async (request, reply) => {
    setImmediate(count);
    await sendJson(request, reply, text);
    isSent = true;
    return reply;
  });
  const first = await server.inject('/');
  expect(first.body).toBe(text);
  expect(first.headers.etag).toBe(`"${hash('sha1', text, 'base64url')}"`);
  expect(turns).toBeGreaterThan(3);
  const again = await server.inject({ url: '/', headers: { 'if-none-match': String(first.headers.etag) } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  await server.close();
});
