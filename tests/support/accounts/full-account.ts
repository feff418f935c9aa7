import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { instantOf } from '../../../contract/values/time/dates.ts';
import { makeLiveLink } from '../../../server/live/make-live-link.ts';
import { sweepCredits } from '../../../server/subscriptions/credits/sweep-credits.ts';
import type { ApiResponse, TestApp } from '../app.ts';
import { jpeg } from '../browser/pictures.ts';
import { bookPaidPickup } from '../pickups/booking-changes.ts';
import { bookUnpaid, openPayment, pay } from '../pickups/bookings.ts';
import { assign } from '../pickups/stops.ts';
import { writeHold } from '../subscriptions/plan-holds.ts';
import { subscribe } from '../subscriptions/subscriptions.ts';
import { makeAdmin, makeDriver, type Person, registrationForm, staySignedIn } from './people.ts';

/** Words that occur nowhere else in the database. All of them are about one customer. */
export const person = {
  firstName: 'Quintessa',
  lastName: 'Zweigelt',
  phone: '(267) 555-0188',
  number: '+12675550188',
  street: '4217 Wisteria Walk',
  address: '4217 Wisteria Walk, Philadelphia, PA 19104',
  oldStreet: '88 Foxglove Row',
  words: 'yellow gnome',
};

export interface FullAccount {
  readonly customer: Person;
  readonly admin: Person;
  readonly driver: Person;
  /** A completed pickup with a photo, a rating and a report. */
  readonly doneId: string;
  /** A paid pickup of $45.00 past its cut-off: half is refunded. */
  readonly lateId: string;
  /** A paid pickup of $45.00 before its cut-off. */
  readonly openId: string;
  readonly unpaidId: string;
  readonly subscriptionId: string;
}

/** After the cut-off of Nov 27. */
export const fullAccountNow = instantOf('2026-11-26', '19:30');

/**
 * Makes a customer with every kind of data, as of `fullAccountNow`: everything in `FullAccount`, a plan with credit and
 * a hold, $45.00 that bought nothing, a live link, and a calendar feed.
 */
export async function makeFullAccount(t: TestApp): Promise<FullAccount> {
  t.setNow(instantOf('2026-11-20', '06:00'));
  const [admin, driver] = [await makeAdmin(t), await makeDriver(t)];
  const customer = await registerPerson(t);
  await staySignedIn(t);
  const as = { token: customer.token };
  const { address } = person;
  const words = { address, specialInstructions: `Behind the ${person.words}` };
  const { id: subscriptionId } = await subscribe(t, customer.token, {
    packageType: 'basic',
    preferredDay: 'friday',
    ...words,
  });
  const done = await bookPaidPickup(t, customer, { ...words, scheduledDate: '2026-11-20T09:00' });
  const [openId, lateId] = [
    (await bookPaidPickup(t, customer, { ...words, scheduledDate: '2026-12-02T09:00' })).id,
    (await bookPaidPickup(t, customer, { ...words, scheduledDate: '2026-11-27T09:00' })).id,
  ];
  await must(t.call('POST', '/api/me/calendar', as));
  await makeLiveLink(t.services, { id: openId, scheduledDay: '2026-12-02' });
  const { id: unpaidId } = await bookUnpaid(t, customer.token, { ...words, scheduledDate: '2026-12-03T09:00' });
  for (const id of [done.id, lateId]) await assign(t, admin, id, driver);
  t.setNow(instantOf('2026-11-20', '10:00'));
  await finishStop(t, driver, done.id);
  t.setNow(instantOf('2026-11-20', '19:00'));
  await must(t.call('POST', `/api/pickups/${done.id}/rating`, { ...as, body: { rating: 2, comment: person.words } }));
  await must(t.call('POST', `/api/pickups/${done.id}/missed-report`, { ...as, body: { message: person.words } }));
  const notes = `/api/admin/customers/${customer.id}/notes`;
  await must(
    t.call('POST', notes, {
      token: admin.token,
      body: { text: `${person.firstName}: ${person.words}`, noteKey: randomUUID() },
    }),
  );
  await must(t.call('GET', `/api/admin/customers/${customer.id}`, { token: admin.token }));
  const choice = { group: 'outcomes', channel: 'push', isOn: false };
  await must(t.call('PATCH', '/api/me/message-preferences', { ...as, body: choice }));
  const { number: phone } = person;
  await t.db.insertInto('text_consents').values({ userId: customer.id, phone, agreedAt: new Date() }).execute();
  await t.db.insertInto('text_refusals').values({ phone, code: 21610, refusedAt: new Date() }).execute();
  await must(t.call('PATCH', '/api/me', { ...as, body: { email: `new.${customer.email}` } }));
  await t.runJobs();
  await writeHold(t, subscriptionId, '2026-11-27', '2026-12-18');
  t.setNow(instantOf('2026-11-26', '12:00'));
  await staySignedIn(t);
  await pay(t, customer.token, await openPayment(t, customer.token));
  t.setNow(fullAccountNow);
  await sweepCredits(t.services);
  await t.runJobs();
  const ids = { doneId: done.id, lateId, openId, unpaidId, subscriptionId };
  return { customer: { ...customer, email: `new.${customer.email}` }, admin, driver, ...ids };
}

async function registerPerson(t: TestApp): Promise<Person> {
  const form = registrationForm();
  const username = `gnome_${randomUUID().slice(0, 6)}`;
  const { firstName, lastName, phone, oldStreet, address } = person;
  const body = { ...form, username, email: `${username}@wisteria.example`, firstName, lastName, phone };
  const { body: made } = await must(
    t.call('POST', '/api/auth/register', { body: { ...body, address: `${oldStreet}, Philadelphia, PA 19143` } }),
  );
  await must(t.call('PATCH', '/api/me/contact', { token: made.token, body: { address } }));
  return { id: made.user.id, token: made.token, username, email: body.email, password: form.password ?? '' };
}

async function finishStop(t: TestApp, { token }: Person, id: string): Promise<void> {
  await must(
    t.call('PATCH', `/api/driver/pickups/${id}/note`, { token, body: { driverNotes: `By the ${person.words}` } }),
  );
  const photo = await t.app.inject({
    method: 'POST',
    url: `/api/driver/pickups/${id}/photos/after`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' },
    payload: jpeg,
  });
  if (photo.statusCode >= 300) throw new Error(`no photo: ${photo.body}`);
  await must(t.call('POST', '/api/driver/complete-bulk', { token, body: { pickupIds: [id] } }));
}

async function must(call: Promise<ApiResponse>): Promise<ApiResponse> {
  const response = await call;
  if (response.status >= 300) throw new Error(`${response.status} ${JSON.stringify(response.body)}`);
  return response;
}

/** Returns the rows that contain any of these words in any column, as "table: row". */
export async function findWords(t: TestApp, words: readonly string[]): Promise<string[]> {
  const lower = words.map((word) => word.toLowerCase());
  return (await listAllRows(t)).filter((row) => lower.some((word) => row.toLowerCase().includes(word)));
}

/** Returns every row of the database, as "table: row". */
export async function listAllRows(t: TestApp): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) AS name FROM information_schema.tables
    WHERE table_type = 'BASE TABLE' AND table_schema IN ('public', 'pgboss')`.execute(t.db);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`SELECT one::text AS "row" FROM ${sql.raw(name)} AS one`.execute(t.db);
    found.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return found.sort();
}
