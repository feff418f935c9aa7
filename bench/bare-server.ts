import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import * as sql from './bare-queries.ts';

/**
 * The baseline of `bench -- http`: node:http and pg alone, with the same SQL statements and the same response fields. No
 * validation, security headers, ETags or timeouts: a lower bound, not a model.
 */

const port = Number(process.env.PORT ?? 0);
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20, options: '-c timezone=UTC' });
const dateOid = 1082;
pg.types.setTypeParser(dateOid, (text) => text);

interface Account {
  id: string;
  role: string;
}

const routes: Record<string, (account: Account, request: IncomingMessage) => Promise<unknown>> = {
  'GET /api/auth/user': async ({ id }) => presentUser((await pool.query(sql.user, [id])).rows[0]),
  'GET /api/pickups': ({ id }) => list(sql.ownPickups, sql.ownCount, [...sql.shownStatuses, id], presentPickup),
  'GET /api/admin/pickups': () => list(sql.allPickups, sql.allCount, [...sql.shownStatuses], presentAdminPickup),
  'POST /api/pickups': async ({ id }, request) => presentPickup(await book(id, JSON.parse(await readBody(request)))),
};

const server = createServer((request, response) => {
  respond(request, response).catch((error: unknown) => {
    // The load generator closes its connections when its time is over.
    if (request.destroyed) return;
    console.error(error);
    response.writeHead(500).end();
  });
});

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const route = routes[`${request.method} ${request.url?.split('?')[0]}`];
  const account = await findAccount(request.headers.authorization ?? '');
  if (!route || !account) {
    response.writeHead(route ? 401 : 404).end();
    return;
  }
  const body = JSON.stringify(await route(account, request));
  response.writeHead(request.method === 'POST' ? 201 : 200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

async function findAccount(authorization: string): Promise<Account | undefined> {
  const sid = createHash('sha256').update(authorization.slice('Bearer '.length)).digest('base64url');
  return (await pool.query<Account>(sql.session, [sid, true])).rows[0];
}

// biome-ignore lint/suspicious/noExplicitAny: the baseline has no types for rows
type Row = any;

const maxListed = 201;
const maxCounted = 10_001;

async function list(
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

/** A booking without a payment, like the server's: two queries for payments, one for a duplicate, a row and a job. */
async function book(customerId: string, booking: Row): Promise<Row> {
  const now = new Date();
  const aDayAgo = new Date(now.getTime() - 24 * 60 * 60 * 1000);
  const tenMinutesAgo = new Date(now.getTime() - 10 * 60 * 1000);
  const { address, bagCount, amount, scheduledDate, specialInstructions } = booking;
  await pool.query(sql.openIntents, [customerId, amount, 'open', aDayAgo, 5]);
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(sql.lockBookings, [`bookings of ${customerId}`]);
    await client.query(sql.unspentPayment, [customerId, amount, 'succeeded']);
    const fields = [customerId, scheduledDate, address, bagCount, specialInstructions];
    const duplicate = await client.query<Row>(sql.duplicate, [
      ...fields,
      'subscription',
      'pending',
      'assigned',
      tenMinutesAgo,
    ]);
    if (duplicate.rows[0]) throw new Error('the bench sent the same booking twice');
    const order = [customerId, address, bagCount, amount, 'one-time', scheduledDate, now, specialInstructions];
    const made = await client.query<Row>(sql.insertPickup, [randomUUID(), ...order, 'pending', null, null]);
    await client.query(sql.insertJob, [
      'notify-person',
      JSON.stringify({ userId: customerId, title: 'Pickup booked' }),
    ]);
    await client.query('commit');
    return made.rows[0];
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

/** JSON.stringify converts dates to ISO strings. */
function presentPickup(row: Row): object {
  const { stripePaymentIntentId, occurrenceDate, bookingId, scheduledDay, customerUsername, driverUsername, ...rest } =
    row;
  return rest;
}

function presentAdminPickup(row: Row): object {
  const { stripePaymentIntentId, occurrenceDate, bookingId, scheduledDay, ...rest } = row;
  return rest;
}

function presentUser(row: Row): object {
  return row;
}

server.listen(port, '127.0.0.1', () => {
  console.log(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

process.once('SIGTERM', () => process.exit(0));
