import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StreamReceiver } from '../../contract/endpoint.ts';
import { EventStreams } from './event-streams.ts';

let app: FastifyInstance;
let receivers: StreamReceiver<unknown>[];
let stopped: number;

beforeEach(async () => {
  [receivers, stopped] = [[], 0];
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  app = fastify();
  const streams = new EventStreams(app);
  app.get('/events', async (_request, reply) =>
    streams.open(
      reply,
      (to) => {
        receivers.push(to);
        to.send('first');
        return () => {
          stopped += 1;
        };
      },
      (event) => JSON.stringify(event),
    ),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

async function open() {
  const { port } = app.server.address() as AddressInfo;
  const request = get({ port, host: '127.0.0.1', path: '/events', agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.on('error', () => {});
  const read = { text: '' };
  return { request, response, read, listen: () => response.on('data', (chunk) => (read.text += chunk)) };
}
const until = async (isTrue: () => boolean) => {
  for (let turns = 0; turns < 200_000 && !isTrue(); turns += 1) await turn();
  expect(isTrue()).toBe(true);
};

describe('a stream', () => {
  it('sends each event, and a heartbeat while nothing happens', async () => {
    const { read, listen, request } = await open();
    listen();
    receivers[0]?.send({ count: 2 });
    await until(() => read.text === 'data: "first"\n\ndata: {"count":2}\n\n');
    vi.advanceTimersByTime(15_000);
    await until(() => read.text.endsWith('\n\n: \n\n'));
    request.destroy();
    await until(() => stopped === 1);
  });

  it('ends after ten minutes', async () => {
    const { response, listen } = await open();
    listen();
    const ended = once(response, 'end');
    for (let beats = 0; beats < 40; beats += 1) {
      vi.advanceTimersByTime(15_000);
      await turn();
    }
    await ended;
    await until(() => stopped === 1);
  });

  it('is closed when its client does not read', async () => {
    const { response } = await open();
    response.pause();
    const event = 'x'.repeat(100_000);
    for (let sent = 0; sent < 1_000 && stopped === 0; sent += 1) {
      receivers[0]?.send(event);
      await turn();
    }
    expect(stopped).toBe(1);
  });

  it('ends when its sender ends it, and when the server stops', async () => {
    const [one, other] = [await open(), await open()];
    for (const { listen } of [one, other]) listen();
    const ended = once(one.response, 'end');
    receivers[0]?.end();
    await ended;
    const otherEnded = once(other.response, 'end');
    await app.close();
    await otherEnded;
    expect(stopped).toBe(2);
  });
});
