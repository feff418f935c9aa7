import { randomUUID } from 'node:crypto';
import * as http from 'node:http';
import * as https from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { instantOf } from '../../../contract/values/time/dates.ts';
import { day } from '../subscriptions/purchases.ts';

/** Clients that read and write without a pause over connections that stay open, as browsers and a busy office do. */

export interface Load {
  /** How many requests were answered as expected. */
  done: number;
  /** What went wrong instead, one line a request. */
  failures: string[];
  /** The pickups whose booking was acknowledged. */
  booked: string[];
  /** How many streams were opened, one after the other. */
  streams: number;
}

interface Sent {
  method?: string;
  path: string;
  body?: string;
  /** The pause between the two halves of the body. */
  halfwayMs?: number | undefined;
}

interface Received {
  status: number;
  text: string;
}

const timeoutMs = 30_000;
const slowBodyMs = 1_500;

/**
 * Starts `clients` clients: of five requests of a client three read, two book. One more client sends its bodies slowly,
 * and one keeps a stream of a pickup's day open. Returns the counts so far, and a function that ends the load.
 */
export function startLoad(url: string, token: string, clients: number): { load: Load; stop: () => Promise<void> } {
  let isStopped = false;
  const isOver = () => isStopped;
  const load: Load = { done: 0, failures: [], booked: [], streams: 0 };
  const { Agent } = protocolOf(url);
  const agent = new Agent({ keepAlive: true });
  const attempt = async (sent: Sent, isEnded = () => false): Promise<string | undefined> => {
    const received = await sendOne(url, token, agent, sent).catch((error) => ({ status: 0, text: String(error) }));
    if (isEnded()) return undefined;
    if (received.status >= 200 && received.status < 300) {
      load.done += 1;
      return received.text;
    }
    const { method = 'GET', path } = sent;
    load.failures.push(`${method} ${path}: ${received.status} ${received.text.slice(0, 200)}`);
    return undefined;
  };
  const book = async (halfwayMs?: number) => {
    const text = await attempt({ method: 'POST', path: '/api/pickups', body: booking(), halfwayMs });
    if (text) load.booked.push(JSON.parse(text).id);
  };
  const client = async () => {
    while (!isOver()) {
      for (const path of ['/api/auth/user', '/', '/api/notifications']) await attempt({ path });
      await book();
      await book();
    }
  };
  const slowClient = async () => {
    while (!isOver()) await book(slowBodyMs);
  };
  const reader = async () => {
    await book();
    while (!isOver()) {
      load.streams += 1;
      await attempt({ path: `/api/pickups/${load.booked[0]}/live/events` }, isOver);
    }
  };
  const running = [...Array.from({ length: clients }, client), slowClient()];
  const reading = reader();
  return {
    load,
    async stop() {
      isStopped = true;
      await Promise.all(running);
      // The stream would stay open for minutes.
      agent.destroy();
      await reading;
    },
  };
}

const protocolOf = (url: string) => (url.startsWith('https:') ? https : http);

function booking(): string {
  return JSON.stringify({
    address: '1127 S 9th St',
    bagCount: 4,
    amount: '30.00',
    serviceType: 'one-time',
    scheduledDate: instantOf(day(3), '09:00').toISOString(),
    specialInstructions: randomUUID(),
    status: 'pending',
  });
}

async function sendOne(url: string, token: string, agent: http.Agent, sent: Sent): Promise<Received> {
  const { method = 'GET', path, body, halfwayMs } = sent;
  const outgoing = protocolOf(url).request(`${url}${path}`, {
    agent,
    method,
    timeout: timeoutMs,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      ...(body && { 'idempotency-key': randomUUID() }),
    },
  });
  const response = new Promise<http.IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve).once('error', reject);
    outgoing.once('timeout', () => outgoing.destroy(new Error('no response in 30 s')));
  });
  response.catch(() => {});
  if (body && halfwayMs) {
    outgoing.write(body.slice(0, 40));
    await sleep(halfwayMs);
    outgoing.end(body.slice(40));
  } else outgoing.end(body);
  const incoming = await response;
  let text = '';
  for await (const chunk of incoming.setEncoding('utf8')) text += chunk;
  return { status: incoming.statusCode ?? 0, text };
}
