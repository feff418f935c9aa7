import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { addDays, dateKeyOf, instantOf } from '../../../contract/values/time/dates.ts';
import { goodPassword, makeAccount } from '../accounts/people.ts';
import { registerCustomer } from '../accounts/signed-in.ts';
import type { ServerProcess } from '../processes/server-process.ts';

export interface SignedIn {
  token: string;
  user: { id: string; username: string };
}

/** Signs in through the API. */
export async function signInTo(serverUrl: string, username: string): Promise<SignedIn> {
  const { status, body } = await callAs(serverUrl, null, 'POST', '/api/auth/login', {
    username,
    password: goodPassword,
  });
  if (status !== 200) throw new Error(`could not sign in ${username}: ${status} ${JSON.stringify(body)}`);
  return body;
}

export async function callAs(serverUrl: string, token: string | null, method: string, path: string, body?: object) {
  const response = await fetch(serverUrl + path, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of the body
  return { status: response.status, body: (await response.json()) as any };
}

/** The people of a driver's day: a customer who books, and a dispatcher who assigns the stops to drivers. */
export interface Depot {
  /** The dispatcher, signed in. */
  readonly desk: SignedIn;
  /** Makes a signed-in driver with `stops` stops today. Returns the stops' ids in order. */
  makeDriver(username: string, stops: number): Promise<SignedIn & { stops: string[] }>;
  /** Adds stops to a driver's day. `daysAhead` counts New York dates from today. */
  addStops(driverId: string, stops: number, daysAhead?: number): Promise<string[]>;
  assign(pickupId: string, driverId: string): Promise<void>;
  /** Plans a visit today to a new disposal site. Returns the visit's id. */
  addVisit(driverId: string, visit: { afterStops: number; bags: number }): Promise<string>;
  /** Returns how often each stop was completed, by the audit log. */
  timesCompleted(driverId: string): Promise<Map<string, number>>;
  query(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

/** Returns "102 S 10th St, Philadelphia, PA 19147" for 1, the next house for 2, and so on. */
export const addressOf = (stop: number) => `${100 + 2 * stop} S 10th St, Philadelphia, PA 19147`;

export async function openDepot(server: ServerProcess): Promise<Depot> {
  const customer = await patiently(() => registerCustomer(server.url, 'row-home'));
  await makeAccount(server.databaseUrl, 'admin', 'dispatch-desk');
  const desk = await patiently(() => signInTo(server.url, 'dispatch-desk'));
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  const query = async (sql: string, values: unknown[] = []) => (await client.query(sql, values)).rows;
  const { body: pattern } = await customer.call('POST', '/api/pickups', {
    ...{ address: '742 S 10th St, Philadelphia, PA 19147', bagCount: 8, amount: '45.00', serviceType: 'same-day' },
    ...{ scheduledDate: new Date().toISOString(), specialInstructions: 'Blue door', status: 'pending' },
  });

  const assign = async (pickupId: string, driverId: string) => {
    const { status } = await callAs(server.url, desk.token, 'POST', `/api/admin/pickups/${pickupId}/assign`, {
      driverId,
    });
    if (status !== 200) throw new Error(`could not assign: ${status}`);
  };
  /** Inserts a copy of a row with some values changed: much cheaper than the API or the command line. */
  const copyRow = async (table: 'users' | 'pickups', id: string, changes: object) => {
    const columns = await query(
      `select quote_ident(column_name) as name from information_schema.columns
       where table_name = $1 and table_schema = 'public' and is_generated = 'NEVER'`,
      [table],
    );
    const names = columns.map(({ name }) => name).join();
    await query(
      `insert into ${table} (${names}) select ${names} from jsonb_populate_record(
         (select row from ${table} row where id = $1), $2)`,
      [id, changes],
    );
  };
  const addStops = async (driverId: string, stops: number, daysAhead = 0) => {
    const scheduledDate = instantOf(addDays(dateKeyOf(new Date()), daysAhead), '09:00').toISOString();
    const ids = Array.from({ length: stops }, () => randomUUID());
    for (const [index, id] of ids.entries()) {
      const routeOrder = index + 1;
      const changes = { id, driverId, status: 'assigned', routeOrder, scheduledDate, address: addressOf(routeOrder) };
      await copyRow('pickups', pattern.id, changes);
    }
    return ids;
  };
  return {
    desk,
    async makeDriver(username, stops) {
      const email = `${username}@stoop.example`;
      await copyRow('users', desk.user.id, { id: randomUUID(), role: 'driver', username, email });
      const signedIn = await patiently(() => signInTo(server.url, username));
      return { ...signedIn, stops: await addStops(signedIn.user.id, stops) };
    },
    addStops,
    async addVisit(driverId, { afterStops, bags }) {
      const [id, siteId] = [randomUUID(), randomUUID()];
      await query(
        `insert into disposal_sites ("id", "name", "address", "coordinates", "coordinatesPrecision", "minutes", "isActive", "version", "createdAt")
         values ($1, 'South Transfer Station', '3600 S 26th St, Philadelphia, PA 19145', '39.90720,-75.19550', 'address', 20, true, 1, now())`,
        [siteId],
      );
      await query(
        `insert into disposal_visits ("id", "driverId", "date", "siteId", "afterStops", "bags", "estimatedArrival", "createdAt")
         values ($1, $2, $3, $4, $5, $6, $7, now())`,
        [id, driverId, dateKeyOf(new Date()), siteId, afterStops, bags, instantOf(dateKeyOf(new Date()), '13:40')],
      );
      return id;
    },
    assign,
    query,
    async timesCompleted(driverId) {
      const rows = await query(
        `select "subjectId", count(*)::int as times from audit_log
         where "actorId" = $1 and action = 'completed' group by 1`,
        [driverId],
      );
      return new Map(rows.map(({ subjectId, times }) => [String(subjectId), Number(times)]));
    },
    close: () => client.end(),
  };
}

/** Retries while the server is briefly overloaded (503), as it may be on a busy machine. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (attempt === 20 || !String(error).includes('503')) throw error;
      await setTimeout(500);
    }
  }
}
