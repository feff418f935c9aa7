import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StreamReceiver } from '../../contract/endpoint.ts';
import { EventStreams, type StreamHolder } from './event-streams.ts';

let app: FastifyInstance;
let receivers: StreamReceiver<unknown>[];
let stopped: number;
/** The accounts whose sessions have ended. */
let ended: Set<string>;

/** Returns the holder that a request names: `?account=…&address=…&path=…`. */
function holderOf(query: Record<string, string>): StreamHolder {
  const { account, address = '192.0.2.1', path = '/events' } = query;
  return { account: account ? { id: account, sid: `sid of ${account}`, role: 'customer' } : undefined, address, path };
}

beforeEach(async () => {
  [receivers, stopped, ended] = [[], 0, new Set()];
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  app = fastify();
  const streams = new EventStreams(app, async (accounts) => {
    if (ended.has('all')) throw new Error('the database is away');
    return new Set(accounts.filter(({ id }) => !ended.has(id)));
  });
  app.get('/events', async (request, reply) =>
    streams.open(
      reply,
      holderOf(request.query as Record<string, string>),
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

async function open(query: Record<string, string> = {}) {
  const { port } = app.server.address() as AddressInfo;
  const path = `/events?${new URLSearchParams(query)}`;
  const request = get({ port, host: '127.0.0.1', path, agent: false });
  request.on('error', () => {});
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
    const closed = once(response, 'end');
    for (let beats = 0; beats < 40; beats += 1) {
      vi.advanceTimersByTime(15_000);
      await turn();
    }
    await closed;
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
    const closed = once(one.response, 'end');
    receivers[0]?.end();
    await closed;
    const otherEnded = once(other.response, 'end');
    await app.close();
    await otherEnded;
    expect(stopped).toBe(2);
  });
});

describe('the streams of one holder', () => {
  /** Opens streams until one is refused, at most 210. Returns the number of open ones, and a way to close the first. */
  async function openAll(queryOf: (index: number) => Record<string, string>) {
    const opened: Awaited<ReturnType<typeof open>>[] = [];
    for (;;) {
      const stream = await open(queryOf(opened.length));
      stream.listen();
      if (stream.response.statusCode === 503) {
        return opened;
      }
      opened.push(stream);
      expect(opened.length).toBeLessThan(210);
    }
  }

  it.each([
    ['ten for an account', 10, (index: number) => ({ account: 'a', address: `192.0.2.${index}`, path: `/${index}` })],
    ['three for a link', 3, (index: number) => ({ address: `192.0.2.${index}`, path: '/link' })],
    ['200 for an address', 200, (index: number) => ({ account: `${index}` })],
  ])('are at most %s, and free a place when they end', async (_case, most, queryOf) => {
    const opened = await openAll(queryOf);
    expect(opened).toHaveLength(most);
    opened[0]?.request.destroy();
    await until(() => stopped === 1);
    expect(await open(queryOf(0))).toMatchObject({ response: { statusCode: 200 } });
    expect(await open({ account: 'b', address: '198.51.100.1' })).toMatchObject({ response: { statusCode: 200 } });
  });

  it('may be more than three at one path with sessions of their own', async () => {
    for (const account of ['a', 'b', 'c', 'd']) {
      expect((await open({ account })).response.statusCode).toBe(200);
    }
  });
});

describe('a stream whose session has ended', () => {
  it('ends at the next heartbeat, and no other does', async () => {
    const [theirs, others, link] = [await open({ account: 'a' }), await open({ account: 'b' }), await open()];
    for (const { listen } of [theirs, others, link]) listen();
    const closed = once(theirs.response, 'end');
    vi.advanceTimersByTime(15_000);
    await turn();
    expect(stopped).toBe(0);
    ended.add('a');
    vi.advanceTimersByTime(15_000);
    await closed;
    await until(() => stopped === 1);
    await turn();
    expect(stopped).toBe(1);
  });

  it('ends also when its session cannot be checked', async () => {
    const { response, listen } = await open({ account: 'a' });
    listen();
    const closed = once(response, 'end');
    ended.add('all');
    vi.advanceTimersByTime(15_000);
    await closed;
  });
});
