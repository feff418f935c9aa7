import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { addDays, dateKeyOf, instantOf } from '../../../contract/values/dates.ts';
import { goodPassword } from '../people.ts';
import { makeAccount, type ServerProcess } from '../server-process.ts';
import { registerCustomer } from '../signed-in.ts';

export interface SignedIn {
  token: string;
  user: { id: string; username: string };
}

/** Signs in as the app does. */
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
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back and says what it expects of it
  return { status: response.status, body: (await response.json()) as any };
}

/** The people of a driver's day: a customer who books, and a dispatcher who gives the stops to drivers. */
export interface Depot {
  /** A driver with `stops` stops, on the New York date `daysAhead` days from today. Answers the stops in order. */
  makeDriver(username: string, stops: number): Promise<SignedIn & { stops: string[] }>;
  addStops(driverId: string, stops: number, daysAhead?: number): Promise<string[]>;
  assign(pickupId: string, driverId: string): Promise<void>;
  /** How often each stop was completed, by the trail of who did what. */
  timesCompleted(driverId: string): Promise<Map<string, number>>;
  query(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

/** "102 S 10th St, Philadelphia, PA 19147": one house after the other. */
export const addressOf = (stop: number) => `${100 + 2 * stop} S 10th St, Philadelphia, PA 19147`;

export async function openDepot(server: ServerProcess): Promise<Depot> {
  const customer = await patiently(() => registerCustomer(server.url, 'row-home'));
  await makeAccount(server.databaseUrl, 'admin', 'dispatch-desk');
  const admin = await patiently(() => signInTo(server.url, 'dispatch-desk'));
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  const query = async (sql: string, values: unknown[] = []) => (await client.query(sql, values)).rows;
  const { body: pattern } = await customer.call('POST', '/api/pickups', {
    ...{ address: '742 S 10th St, Philadelphia, PA 19147', bagCount: 8, amount: '45.00', serviceType: 'same-day' },
    ...{ scheduledDate: new Date().toISOString(), specialInstructions: 'Blue door', status: 'pending' },
  });

  const assign = async (pickupId: string, driverId: string) => {
    const { status } = await callAs(server.url, admin.token, 'POST', `/api/admin/pickups/${pickupId}/assign`, {
      driverId,
    });
    if (status !== 200) throw new Error(`could not assign: ${status}`);
  };
  // Copies of a real booking: 40 of them over HTTP would take longer than the story.
  const addStops = async (driverId: string, stops: number, daysAhead = 0) => {
    const columns = await query(
      `select quote_ident(column_name) as name from information_schema.columns
       where table_name = 'pickups' and table_schema = 'public' and is_generated = 'NEVER'`,
    );
    const names = columns.map(({ name }) => name).join();
    const scheduledDate = instantOf(addDays(dateKeyOf(new Date()), daysAhead), '09:00').toISOString();
    const ids: string[] = [];
    for (let stop = 1; stop <= stops; stop++) {
      const id = randomUUID();
      ids.push(id);
      await query(
        `insert into pickups (${names}) select ${names} from jsonb_populate_record(
           (select p from pickups p where id = $1), $2)`,
        [pattern.id, { id, driverId, status: 'assigned', routeOrder: stop, scheduledDate, address: addressOf(stop) }],
      );
    }
    return ids;
  };
  return {
    async makeDriver(username, stops) {
      await makeAccount(server.databaseUrl, 'driver', username);
      const signedIn = await patiently(() => signInTo(server.url, username));
      return { ...signedIn, stops: await addStops(signedIn.user.id, stops) };
    },
    addStops,
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

/** On a machine that is busy with other tests the server turns callers away for a moment (503). */
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
