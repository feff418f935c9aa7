import { BrokenPromise, type KnownPickup } from '../model.ts';
import { dayOf, minuteMs } from '../new-york.ts';
import type { Json, World } from '../world.ts';

/** Checks what was touched in the past hour: the customers' lists, today's routes, and that nothing waits for ever. */
export async function checkHour(world: World, adminToken: string): Promise<void> {
  for (const id of world.model.touchedCustomers) await checkCustomer(world, id);
  world.model.touchedCustomers.clear();
  await checkRoutes(world, adminToken);
  await checkWaiting(world);
  await checkMessages(world);
  const [error] = world.around.errors;
  if (error) throw new BrokenPromise('the app logs no error', JSON.stringify(error));
}

/** Compares a customer's own list with what was acknowledged. */
export async function checkCustomer(world: World, customerId: string): Promise<void> {
  const customer = world.model.customers.get(customerId);
  if (!customer) return;
  const listed = await world.call('GET', '/api/pickups?limit=500&include=cancelled', { token: customer.token });
  // The session has ended. The customer signs in again at the next visit.
  if (listed.status === 401) return;
  const rows = listed.body as Json[];
  for (const pickup of world.model.pickups.values()) {
    if (pickup.customerId !== customerId) continue;
    const found = rows.filter(({ id }) => id === pickup.id);
    if (found.length !== 1)
      throw new BrokenPromise('an acknowledged pickup is listed once', `${pickup.id} ${found.length} times`);
    compare(pickup, found[0]);
  }
  if (rows.some((row) => row.customerId !== customerId))
    throw new BrokenPromise('a list has only own pickups', customerId);
  const counts = await world.call('GET', '/api/pickup-counts', { token: customer.token });
  const completed = rows.filter(({ status }) => status === 'completed').length;
  if (counts.body.completed !== completed)
    throw new BrokenPromise('a list sums to its count', `${completed} completed of ${JSON.stringify(counts.body)}`);
}

const shownAs = {
  booked: ['pending', 'assigned'],
  completed: ['completed'],
  incomplete: ['incomplete'],
  cancelled: ['cancelled'],
} as const satisfies Record<KnownPickup['state'], readonly string[]>;

function compare(known: KnownPickup, row: Json): void {
  const isShown = (shownAs[known.state] as readonly string[]).includes(row.status);
  if (!isShown)
    throw new BrokenPromise('an acknowledged state stays', `${known.id} is ${row.status}, not ${known.state}`);
  const day = dayOf(Date.parse(row.scheduledDate));
  if (day !== known.day) throw new BrokenPromise('an acknowledged day stays', `${known.id}: ${day}, not ${known.day}`);
}

/** Checks that each open stop of today is on one route at most, in a place of its own, and where it was put last. */
async function checkRoutes(world: World, token: string): Promise<void> {
  const today = dayOf(world.nowMs());
  const { body: board } = await world.call('GET', `/api/admin/board?date=${today}`, { token });
  const shown = new Map<string, number>();
  for (const { id } of [...board.unassigned, ...board.columns.flatMap((column: Json) => column.stops)] as Json[])
    shown.set(id, (shown.get(id) ?? 0) + 1);
  for (const [id, times] of shown) {
    if (times > 1) throw new BrokenPromise('a stop is on one route', `${id} is ${times} times on the board`);
  }
  for (const known of world.model.pickups.values()) {
    if (known.day !== today || known.state === 'cancelled') continue;
    if (!shown.has(known.id)) throw new BrokenPromise('a stop of today is on the board', known.id);
    const column = (board.columns as Json[]).find(({ stops }) => stops.some(({ id }: Json) => id === known.id));
    const driverId = column?.driverId ?? null;
    if (known.driverId !== undefined && known.state === 'booked' && known.driverId !== driverId)
      throw new BrokenPromise('a stop stays where it was put', `${known.id}: ${driverId}, not ${known.driverId}`);
  }
  if (board.totals.stops !== shown.size)
    throw new BrokenPromise('the board sums to its total', `${shown.size} shown, ${board.totals.stops} counted`);
  const twice = await world.database.query(
    `SELECT stop, count(*)::int AS routes FROM routes, unnest("pickupIds") AS stop GROUP BY stop HAVING count(*) > 1`,
  );
  if (twice.length > 0) throw new BrokenPromise('a stop is on one route', JSON.stringify(twice[0]));
  const stray = await world.database.query(
    `SELECT p."id" FROM routes r, unnest(r."pickupIds") AS stop JOIN pickups p ON p."id"::text = stop::text
     WHERE p."status" IN ('pending', 'assigned') AND (p."driverId" IS DISTINCT FROM r."driverId" OR p."routeId" IS DISTINCT FROM r."id")`,
  );
  if (stray.length > 0) throw new BrokenPromise('a route has only its own stops', JSON.stringify(stray[0]));
  const places = await world.database.query(
    `SELECT "routeId", "routeOrder", count(*)::int AS stops FROM pickups
     WHERE "routeId" IS NOT NULL AND "routeOrder" IS NOT NULL GROUP BY 1, 2 HAVING count(*) > 1`,
  );
  if (places.length > 0) throw new BrokenPromise('a place on a route has one stop', JSON.stringify(places[0]));
}

const longestWaitMinutes = 61;

/** Checks that no job, event or refund has been due for longer than an hour, and that none was given up. */
async function checkWaiting(world: World): Promise<void> {
  const before = new Date(world.nowMs() - longestWaitMinutes * minuteMs);
  const stuck = await world.database.query(
    `SELECT "name" AS what, "state"::text AS state, "output"::text AS why FROM pgboss.job
       WHERE ("state" < 'completed' AND "start_after" < $1) OR "state" = 'failed'
     UNION ALL SELECT 'event ' || "type", 'unhandled', "lastError" FROM provider_events
       WHERE "handledAt" IS NULL AND "createdAt" < $1
     UNION ALL SELECT 'message ' || "kind", 'unsent', "failure" FROM messages
       WHERE "sentAt" IS NULL AND "droppedAt" IS NULL AND "dueAt" < $1`,
    [before],
  );
  if (stuck.length > 0) throw new BrokenPromise('nothing waits for ever', JSON.stringify(stuck[0]));
}

const settledMs = 30 * minuteMs;

/** Checks that each message about a resolved stop went once, and none about what did not happen. */
async function checkMessages(world: World): Promise<void> {
  const mails = new Map<string, number>();
  for (const { id } of world.around.mails) if (id) mails.set(id, (mails.get(id) ?? 0) + 1);
  const doubled = [...mails].find(([, times]) => times > 1);
  if (doubled) throw new BrokenPromise('an email goes once', `${doubled[0]} went ${doubled[1]} times`);
  const sent = await world.database.query(
    `SELECT "subjectId", "kind", count(*)::int AS times FROM messages
     WHERE "channel" = 'email' AND "subject" = 'pickup' AND "sentAt" IS NOT NULL GROUP BY 1, 2`,
  );
  const timesOf = new Map(sent.map(({ subjectId, kind, times }) => [`${subjectId} ${kind}`, times as number]));
  for (const { id, state, sinceMs } of world.model.pickups.values()) {
    if (world.nowMs() - sinceMs < settledMs) continue;
    const wanted = { done: state === 'completed' ? 1 : 0, 'not-done': state === 'incomplete' ? 1 : 0 };
    for (const [kind, times] of Object.entries(wanted)) {
      const went = timesOf.get(`${id} ${kind}`) ?? 0;
      if (went !== times) throw new BrokenPromise('a message goes once', `${kind} went ${went} times for ${id}`);
    }
  }
}
