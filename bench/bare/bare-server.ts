import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import * as sql from './bare-queries.ts';

/**
 * Starts the baseline of `bench -- http`: node:http and pg alone, with the same SQL statements and the same response
 * fields. It has no validation, security headers, ETags or timeouts: it does the least work that can answer these
 * requests.
 */
export async function startBareServer(
  databaseUrl: string | undefined,
  port: number,
): Promise<{ url: string; close(): Promise<void> }> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 20,
    options: '-c timezone=UTC',
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
  });
  const server = createServer((request, response) => {
    respond(pool, request, response).catch((error: unknown) => {
      // The load generator closes its connections when its time is over.
      if (request.destroyed) return;
      console.error(error);
      response.writeHead(500).end();
    });
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await pool.end();
    },
  };
}

const dateOid = 1082;

function typeParser(oid: number, format: 'text'): unknown {
  return oid === dateOid ? (text: string) => text : pg.types.getTypeParser(oid, format);
}

interface Account {
  id: string;
  role: string;
}

type Route = (pool: pg.Pool, account: Account, request: IncomingMessage) => Promise<unknown>;

const routes: Record<string, Route> = {
  'GET /api/auth/user': async (pool, { id }) => presentUser((await pool.query(sql.user, [id])).rows[0]),
  'GET /api/pickups': (pool, { id }) =>
    list(pool, sql.ownPickups, sql.ownCount, [...sql.shownStatuses, id], presentToCustomer),
  'GET /api/admin/pickups': (pool) =>
    list(pool, sql.allPickups, sql.allCount, [...sql.shownStatuses], presentAdminPickup),
  'POST /api/pickups': async (pool, { id }, request) =>
    presentToCustomer(await book(pool, id, JSON.parse(await readBody(request)))),
};

async function respond(pool: pg.Pool, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const route = routes[`${request.method} ${request.url?.split('?')[0]}`];
  const account = await findAccount(pool, request.headers.authorization ?? '');
  if (!route || !account) {
    response.writeHead(route ? 401 : 404).end();
    return;
  }
  const body = JSON.stringify(await route(pool, account, request));
  response.writeHead(request.method === 'POST' ? 201 : 200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

async function findAccount(pool: pg.Pool, authorization: string): Promise<Account | undefined> {
  const sid = createHash('sha256').update(authorization.slice('Bearer '.length)).digest('base64url');
  return (await pool.query<Account>(sql.session, [sid])).rows[0];
}

// biome-ignore lint/suspicious/noExplicitAny: the baseline has no types for rows
type Row = any;

const maxListed = 201;
const maxCounted = 10_001;

async function list(
  pool: pg.Pool,
  rowsSql: string,
  countSql: string,
  values: unknown[],
  present: (row: Row) => object,
): Promise<object[]> {
  const [found] = await Promise.all([
    pool.query<Row>(rowsSql, [...values, maxListed]),
    pool.query(countSql, [...values, maxCounted]),
  ]);
  return found.rows.slice(0, maxListed - 1).map(present);
}

const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Books a pickup without a payment, as the server does. */
async function book(pool: pg.Pool, customerId: string, booking: Row): Promise<Row> {
  const now = new Date();
  const { address, bagCount, amount, scheduledDate, specialInstructions } = booking;
  await pool.query(sql.openIntents, [customerId, amount, 'open', new Date(now.getTime() - dayMs), 50]);
  const hour = new Date(Math.floor(now.getTime() / hourMs) * hourMs);
  const hourBefore = new Date(hour.getTime() - hourMs);
  await pool.query(sql.countAttempt, [addressKey, hour, 1_000_000_000, addressKey, hourBefore]);
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(sql.lockBookings, [`bookings of ${customerId}`]);
    await client.query(sql.unspentPayment, [customerId, amount, 'succeeded']);
    const same = [customerId, scheduledDate, address, bagCount, specialInstructions, 'subscription'];
    const tenMinutesAgo = new Date(now.getTime() - 10 * minuteMs);
    const duplicate = await client.query<Row>(sql.duplicate, [...same, 'pending', 'assigned', tenMinutesAgo]);
    if (duplicate.rows[0]) throw new Error('the bench sent the same booking twice');
    await client.query(sql.served, ['19103']);
    await client.query(sql.unpaidCount, [customerId, 'pending', 'pending', 'assigned', 'issue', 'incomplete']);
    await client.query(sql.deletedAt, [customerId]);
    await client.query(sql.place, [address.toLowerCase().replaceAll(',', '')]);
    const order = [address, bagCount, amount, 'one-time', scheduledDate, specialInstructions, '18:00', 50];
    const located = [customerId, null, '39.95337,-75.17419', 'area', address];
    const made = await client.query<Row>(sql.insertPickup, [
      ...[...order, ...located, randomUUID(), now, now, now, 'pending', null],
    ]);
    const messageId = randomUUID();
    const about = ['notice', customerId, made.rows[0]?.id, randomUUID(), now, messageId, 'bell', 'pickup', now];
    await client.query(sql.insertMessage, [...about, JSON.stringify(noticeOf(made.rows[0])), null, null]);
    await client.query(sql.insertJob, [JSON.stringify([{ data: { messageId } }])]);
    await client.query('commit');
    return made.rows[0];
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

/** Differs from the real server's key, so that the two servers don't wait for the same counter. */
const addressKey = 'bare:127.0.0.1';

function noticeOf({ id, bagCount, address }: Row): object {
  const words = { title: 'Pickup booked', message: `${bagCount} bags at ${address}.` };
  return { type: 'pickup_booked', actionUrl: `/pickup-history/${id}`, ...words };
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

/** Returns the fields of the response. JSON.stringify converts the dates to ISO strings. */
function presentPickup(row: Row): object {
  const { id, customerId, driverId, address, fullAddress, coordinates, coordinatesPrecision, bagCount, amount } = row;
  const { countedBags } = row;
  const { serviceType, status, requestedDate, scheduledDate, completedAt, specialInstructions, routeId } = row;
  const { routeOrder, estimatedArrival, isPinned, pickupWindow, priority, estimatedDuration, actualDuration } = row;
  const { customerRating, ratingComment, driverNotes, incompleteReason, beforePhotoUrl, afterPhotoUrl } = row;
  const { cancellationReason, paymentStatus, subscriptionId, returnOf, recoveryOf, resolvedBy, resolvedAt } = row;
  const { heldAt, createdAt, updatedAt } = row;
  const isRatable = status === 'completed' && completedAt !== null;
  const rateFrom = isRatable ? new Date((resolvedAt ?? completedAt).getTime() + 2 * minuteMs) : null;
  const rateUntil = isRatable ? new Date(completedAt.getTime() + 7 * dayMs) : null;
  const undoUntil = resolvedAt && new Date(resolvedAt.getTime() + 2 * minuteMs);
  return {
    id,
    customerId,
    driverId,
    address,
    fullAddress,
    coordinates,
    coordinatesPrecision,
    bagCount,
    countedBags,
    amount,
    serviceType,
    status,
    requestedDate,
    scheduledDate,
    completedAt,
    specialInstructions,
    routeId,
    routeOrder,
    estimatedArrival,
    isPinned,
    pickupWindow,
    priority,
    estimatedDuration,
    actualDuration,
    customerRating,
    ratingComment,
    rateFrom,
    rateUntil,
    driverNotes,
    incompleteReason,
    beforePhotoUrl,
    afterPhotoUrl,
    cancellationReason,
    paymentStatus,
    subscriptionId,
    heldAt,
    returnOf,
    recoveryOf,
    resolvedBy,
    undoUntil,
    createdAt,
    updatedAt,
  };
}

function presentUser({ deletedAt, ...user }: Row): object {
  return user;
}

function presentToCustomer(row: Row): object {
  return { ...presentPickup(row), driverNotes: null, countedBags: null, resolvedBy: null, undoUntil: null };
}

function presentAdminPickup(row: Row): object {
  const { isOutsideArea, bookedBy, customerUsername, customerPhone, customerEmail, driverUsername } = row;
  const customerName = customerUsername === null ? null : `${row.customerFirstName} ${row.customerLastName}`;
  const driverName = driverUsername === null ? null : `${row.driverFirstName} ${row.driverLastName}`;
  const customer = { customerUsername, customerName, customerPhone, customerEmail };
  return { ...presentPickup(row), isOutsideArea, bookedBy, ...customer, driverUsername, driverName };
}

if (import.meta.main) {
  const { url } = await startBareServer(process.env.DATABASE_URL, Number(process.env.PORT ?? 0));
  console.log(`ready at ${url}`);
  process.once('SIGTERM', () => process.exit(0));
}
