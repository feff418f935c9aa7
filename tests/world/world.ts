import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { schedules } from '../../server/jobs/job-kinds.ts';
import { type Random, randomOf } from '../support/random.ts';
import { type StripeStandIn, startStripeStandIn } from '../support/stripe/stand-in.ts';
import { History } from './history.ts';
import { Model } from './model.ts';
import { type SimulatedApp, type Surroundings, startSimulatedApp } from './simulated-app.ts';
import { type DatabaseClock, simulateDatabaseTime } from './simulated-database.ts';
import { simulateTime } from './simulated-time.ts';

// biome-ignore lint/suspicious/noExplicitAny: an actor states what it expects of a body
export type Json = any;

export interface Answer {
  readonly status: number;
  readonly body: Json;
}

export interface CallOptions {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly key?: string | undefined;
}

/** The business on its own clock: the app, what surrounds it, what it has acknowledged, and what happened. */
export class World {
  readonly random: Random;
  readonly history = new History();
  readonly model = new Model();
  readonly standIn: StripeStandIn;
  readonly database: DatabaseClock;
  readonly around: Surroundings;
  app: SimulatedApp;
  #nowMs: number;
  readonly #restore: () => void;

  private constructor(
    parts: Pick<World, 'standIn' | 'database' | 'around' | 'app'> & { seed: number },
    time: { nowMs: number; restore: () => void },
  ) {
    this.random = randomOf(parts.seed);
    this.standIn = parts.standIn;
    this.database = parts.database;
    this.around = parts.around;
    this.app = parts.app;
    this.#nowMs = time.nowMs;
    this.#restore = time.restore;
    worldNow = () => this.#nowMs;
  }

  /** Opens a world on an empty, migrated database of its own. */
  static async open(databaseUrl: string, seed: number, startsAtMs: number): Promise<World> {
    const dataDir = await mkdtemp(join(tmpdir(), 'stoop-world-'));
    worldNow = () => startsAtMs;
    const restore = simulateTime(seed, () => worldNow());
    const database = await simulateDatabaseTime(databaseUrl);
    await database.setNow(startsAtMs);
    const standIn = await startStripeStandIn();
    const env = { STAFF_IDLE_HOURS: 'off', ...manyFromOneAddress, ...standIn.env };
    const around: Surroundings = { databaseUrl, dataDir, env, mails: [], errors: [] };
    const app = await startSimulatedApp(around);
    return new World({ standIn, database, around, app, seed }, { nowMs: startsAtMs, restore });
  }

  nowMs(): number {
    return this.#nowMs;
  }

  /** Moves the clock forward, here and in the database. */
  async setNow(nowMs: number): Promise<void> {
    if (nowMs <= this.#nowMs) return;
    this.#nowMs = nowMs;
    await this.database.setNow(nowMs);
  }

  /** Sends one request to the app and adds it to the history. Throws after a 5xx, which no fault of now explains. */
  async call(method: Method, path: string, options: CallOptions = {}): Promise<Answer> {
    const answer = await this.#send(method, path, options);
    this.#record(method, path, options, [answer]);
    return answer;
  }

  /** Sends one request twice at the same time, as a double press does. Returns both answers, the best first. */
  async callTwice(method: Method, path: string, options: CallOptions = {}): Promise<[Answer, Answer]> {
    const send = () => this.#send(method, path, options);
    const [one, other] = await Promise.all([send(), send()]);
    const answers: [Answer, Answer] = one.status <= other.status ? [one, other] : [other, one];
    this.#record(`2 × ${method}`, path, options, answers);
    return answers;
  }

  /** Sends an event of the provider to the webhook, signed. */
  async deliver(event: object): Promise<void> {
    const { payload, signature } = this.standIn.sign(event);
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const { statusCode } = await this.app.inject({ method: 'POST', url: '/api/stripe/webhook', headers, payload });
    if (statusCode !== 200) throw new Error(`the webhook returned ${statusCode}`);
  }

  /** Runs the due jobs. */
  async runJobs(): Promise<void> {
    await this.app.runJobs();
  }

  /** Runs each job of the clock once, but the backup, and then what they enqueued. */
  async runSchedules(): Promise<void> {
    for (const name of Object.keys(schedules) as (keyof typeof schedules)[]) {
      if (name !== 'make-nightly-backup') await this.app.runScheduled(name);
    }
    await this.runJobs();
  }

  /** Returns when the next job is due, in ms since 1970; undefined without one. */
  async nextJobMs(): Promise<number | undefined> {
    const [row] = await this.database.query(
      `SELECT min("start_after") AS at FROM pgboss.job WHERE "state" < 'active' AND NOT "blocked"`,
    );
    return row?.at?.getTime();
  }

  /** Ends the app's process and starts another one on the same database. */
  async restart(): Promise<void> {
    await this.app.stop();
    this.app = await startSimulatedApp(this.around);
  }

  async close(): Promise<void> {
    await this.app.stop();
    await this.database.close();
    await this.standIn.close();
    this.#restore();
    await rm(this.around.dataDir, { recursive: true, force: true });
  }

  async #send(method: Method, path: string, { token, body, key }: CallOptions): Promise<Answer> {
    const response = await this.app.inject({
      ...{ method, url: path },
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    const { statusCode: status, body: text } = response;
    if (status >= 500) throw new Error(`${method} ${path} returned ${status}: ${text.slice(0, 300)}`);
    return { status, body: text ? JSON.parse(text) : undefined };
  }

  #record(method: string, path: string, { body }: CallOptions, answers: readonly Answer[]): void {
    const said = answers.map(({ status, body: answer }) => `${status} ${JSON.stringify(answer)}`).join(' | ');
    this.history.add(`  ${method} ${path} ${JSON.stringify(body ?? null)} → ${said}`);
  }
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT';

/** The clock of the world that is open. A process plays one world at a time. */
let worldNow = (): number => 0;

/** All customers of the world call from one address. */
const manyFromOneAddress = {
  MAX_CUSTOMERS_PER_ADDRESS: '10000',
  MAX_OPEN_PAYMENTS: '9999',
  MAX_PAYMENTS_PER_HOUR: '9999',
  MAX_REFUSED_CARDS: '9999',
};
