import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { instantOf } from '../../contract/values/time/dates.ts';
import {
  type FullAccount,
  findWords,
  fullAccountNow,
  listAllRows,
  makeFullAccount,
  person,
} from '../../tests/support/accounts/full-account.ts';
import {
  goodPassword,
  makeAdmin,
  makeCustomer,
  makeDriver,
  type Person,
  registrationForm,
  staySignedIn,
} from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { overtaken } from '../../tests/support/database/overtaken.ts';
import { importLine, importLines } from '../../tests/support/imports.ts';
import { bookPaidPickup } from '../../tests/support/pickups/booking-changes.ts';
import { bookingBody, bookUnpaid, openPayment, pay } from '../../tests/support/pickups/bookings.ts';
import { assign, rowOf } from '../../tests/support/pickups/stops.ts';
import { makeSubscriber } from '../../tests/support/subscriptions/subscriptions.ts';
import { inTransaction } from '../database/transaction.ts';
import { makeLiveLink } from '../live/make-live-link.ts';
import { readLedger } from '../payments/reconcile/read-ledger.ts';
import { reconcilePayments } from '../payments/reconcile/reconcile-payments.ts';
import { finishDeletion } from './delete-account.ts';
import { erasePerson, listWordsOf } from './erase.store.ts';
import { eraseTraces, patternOf } from './erase-traces.store.ts';
import { lockAccount } from './my-data.store.ts';
import { decidePickup } from './rules.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => await t.close());
beforeEach(async () => {
  t.setNow(instantOf('2026-11-23', '12:00'));
  await t.db.deleteFrom('rate_limits').execute();
});

const path = '/api/me/deletion';
const preview = async ({ token }: Pick<Person, 'token'>) => (await t.call('GET', path, { token })).body;
const deleteAs = (
  { token }: Pick<Person, 'token'>,
  expected: { refund: string; pickups: { id: string }[] },
  currentPassword = goodPassword,
) => {
  const expectedPickupIds = expected.pickups.map(({ id }) => id);
  return t.call('POST', path, { token, body: { currentPassword, expectedRefund: expected.refund, expectedPickupIds } });
};
const nothing = { refund: '0.00', pickups: [] };
const userRow = (id: string) => t.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const span = { since: instantOf('2026-11-01', '00:00'), until: instantOf('2027-01-31', '00:00') };
const codes = ({ blocks }: { blocks: { code: string }[] }) => blocks.map(({ code }) => code);

describe('deleting an account', () => {
  it('is for the customer, and takes the password and the preview', async () => {
    const customer = await makeCustomer(t);
    for (const [method, body] of [
      ['GET', undefined],
      ['POST', {}],
    ] as const) {
      expect((await t.call(method, path, { body })).status).toBe(401);
      for (const { token } of [await makeAdmin(t), await makeDriver(t)]) {
        expect((await t.call(method, path, { token, body })).status).toBe(403);
      }
    }
    expect(await deleteAs(customer, nothing, 'Wrong-1234')).toMatchObject({
      status: 400,
      body: { errors: { currentPassword: 'Current password is incorrect' } },
    });
    for (const body of [
      { expectedRefund: '0.00', expectedPickupIds: [] },
      { currentPassword: goodPassword, expectedRefund: 'all', expectedPickupIds: [] },
      { currentPassword: goodPassword, expectedRefund: '0.00', expectedPickupIds: ['x'] },
      { currentPassword: goodPassword, expectedRefund: '0.00' },
    ]) {
      expect((await t.call('POST', path, { token: customer.token, body })).status).toBe(400);
    }
    expect((await userRow(customer.id)).deletedAt).toBeNull();
  });

  it('ends every session and frees the username and the email', async () => {
    const customer = await makeCustomer(t);
    const { username, email, password } = customer;
    expect(await deleteAs(customer, nothing)).toMatchObject({
      status: 200,
      body: { message: 'Your account is deleted.' },
    });
    expect((await t.call('GET', '/api/me', { token: customer.token })).status).toBe(401);
    expect((await deleteAs(customer, nothing)).status).toBe(401);
    const unknown = await t.call('POST', '/api/auth/login', { body: { username: 'nobody_here', password } });
    for (const name of [username, email, (await userRow(customer.id)).username]) {
      const refused = await t.call('POST', '/api/auth/login', { body: { username: name, password } });
      expect(refused).toMatchObject({ status: unknown.status, body: unknown.body });
    }
    const again = await t.call('POST', '/api/auth/register', { body: { ...registrationForm(), username, email } });
    expect(again.status).toBe(201);
    await t.runJobs();
  });

  it('is refused while money or a driver is on the way, with what to do', async () => {
    const admin = await makeAdmin(t);
    const driver = await makeDriver(t);
    const disputed = await makeCustomer(t);
    const { stripePaymentIntentId } = await rowOf(t, (await bookPaidPickup(t, disputed)).id);
    const charge = t.db.updateTable('payment_history').where('stripePaymentIntentId', '=', stripePaymentIntentId);
    await charge.set({ disputedAt: t.services.clock() }).execute();
    const owing = await makeSubscriber(t, { packageType: 'basic' });
    await t.runJobs();
    const plan = t.db.updateTable('subscriptions').where('id', '=', owing.subscriptionId);
    await plan.set({ pastDueSince: t.services.clock() }).execute();
    const waiting = await makeCustomer(t);
    const { id } = await bookPaidPickup(t, waiting);
    await assign(t, admin, id, driver);
    for (const [customer, code, now] of [
      [disputed, 'disputed', '2026-11-23'],
      [owing, 'owed_month', '2026-11-23'],
      [waiting, 'under_way', '2026-11-24'],
      [waiting, 'unresolved', '2026-11-25'],
    ] as const) {
      await staySignedIn(t);
      t.setNow(instantOf(now, '08:00'));
      const seen = await preview(customer);
      expect(codes(seen)).toEqual([code]);
      const { message } = seen.blocks[0];
      expect(await deleteAs(customer, seen)).toMatchObject({ status: 409, body: { code, message } });
      expect((await userRow(customer.id)).deletedAt).toBeNull();
    }
    // An old dispute blocks nothing.
    await charge.set({ disputedAt: instantOf('2026-06-01', '12:00') }).execute();
    expect(codes(await preview(disputed))).toEqual(['unresolved']);
    // The provider doesn't know the dispute, so reconciling would end it.
    await charge.set({ disputedAt: null }).execute();
  });

  it('returns 409 with the new sum when something has changed since the preview', async () => {
    const customer = await makeCustomer(t);
    const { id } = await bookUnpaid(t, customer.token, { scheduledDate: '2026-11-30T09:00' });
    const changed = { status: 409, body: { code: 'preview_changed', errors: { expectedRefund: '0.00' } } };
    expect(await deleteAs(customer, nothing)).toMatchObject(changed);
    expect(await deleteAs(customer, { refund: '45.00', pickups: [{ id }] })).toMatchObject(changed);
    expect(await deleteAs(customer, { refund: '0.00', pickups: [{ id: randomUUID() }] })).toMatchObject(changed);
    expect((await deleteAs(customer, await preview(customer))).status).toBe(200);
    expect((await rowOf(t, id)).status).toBe('cancelled');
    await t.runJobs();
  });

  it('closes the form of a payment that is open in another tab', async () => {
    const customer = await makeCustomer(t);
    const intentId = await openPayment(t, customer.token);
    expect((await deleteAs(customer, nothing)).status).toBe(200);
    expect((await t.services.payments.getPayment(intentId))?.status).toBe('canceled');
    await t.runJobs();
  });
});

describe('an account that has everything', () => {
  let full: FullAccount;
  let before: string;
  const read = (token: string, where: string) => t.call('GET', where, { token });
  const words = () => [
    ...[full.customer.username, full.customer.email.replace('new.', ''), person.firstName, person.lastName],
    ...[person.phone, person.number, person.street, person.oldStreet, person.words],
  ];

  beforeAll(async () => {
    full = await makeFullAccount(t);
  });

  /**
   * Adds rows that `makeFullAccount` doesn't make. The neighbor's notification names `other` and belongs to the
   * neighbor.
   */
  async function addRest({ customer, admin, driver, doneId, openId }: FullAccount, other: Person): Promise<void> {
    const { db } = t;
    const { id: userId, email } = customer;
    const now = t.services.clock();
    const { address } = person;
    const travel = {
      totalDistance: null,
      estimatedTime: null,
      googleMapsUrl: 'https://maps.example/',
      optimizedOrder: null,
    };
    const rest = {
      startLocation: null,
      endLocation: null,
      routeInstructions: null,
      startedAt: null,
      completedAt: null,
    };
    const route = {
      id: randomUUID(),
      driverId: driver.id,
      date: '2026-11-20',
      pickupIds: [doneId],
      ...travel,
      ...rest,
    };
    await db.insertInto('routes').values(route).execute();
    await db.updateTable('pickups').set({ routeId: route.id }).where('id', '=', doneId).execute();
    const refund = { id: randomUUID(), key: 'key', intentId: 'intent', customerId: userId, pickupId: openId };
    const asked = { ...refund, why: 'asked', amount: '1.00', reason: person.words, requestedBy: admin.id } as const;
    await db
      .insertInto('charge_refunds')
      .values({ ...asked, status: 'done', settledAs: person.words, createdAt: now, updatedAt: now })
      .execute();
    await db
      .insertInto('idempotency_keys')
      .values({ userId, key: 'key', requestHash: 'hash', pickupId: openId })
      .execute();
    const notice = {
      userId,
      title: 'Your pickup',
      message: `With ${other.email}`,
      type: 'pickup',
      actionUrl: '/a?b=c',
    };
    await db
      .insertInto('notifications')
      .values([
        { ...notice, id: randomUUID() },
        { ...notice, id: randomUUID(), userId: admin.id, message: `By ${email}` },
      ])
      .execute();
    await db
      .insertInto('waiting_list')
      .values({ id: randomUUID(), zip: '19104', email, createdAt: now, claimedAt: null })
      .execute();
    await db.insertInto('refused_emails').values({ email, reason: '550', refusedAt: now }).execute();
    const place = {
      latitude: 39.9,
      longitude: -75.2,
      source: 'census',
      precision: 'address',
      zipCode: '19104',
    } as const;
    await db
      .insertInto('places')
      .values([
        { ...place, addressKey: 'as written', address, fullAddress: null, lastError: null },
        { ...place, addressKey: 'as found', address: 'Near the park', fullAddress: address, lastError: null },
      ])
      .execute();
    const dismissal = {
      kind: 'refund-failed',
      state: 'x',
      word: person.words,
      dismissedBy: admin.id,
      dismissedAt: now,
    };
    await db
      .insertInto('attention_dismissals')
      .values([userId, doneId, refund.id].map((subject) => ({ ...dismissal, subject })))
      .execute();
    await importLines(t, admin, [importLine({ email, package: 'Basic', day: 'Fri', time: 'afternoon' })]);
    const { batchId } = await db.selectFrom('import_rows').select('batchId').executeTakeFirstOrThrow();
    const imported = {
      id: randomUUID(),
      customerId: userId,
      batchId,
      rowNumber: 2,
      packageType: 'basic',
      address,
    } as const;
    await db
      .insertInto('imported_plans')
      .values({ ...imported, preferredDay: null, preferredTime: null, startDate: null, createdAt: now })
      .execute();
    await db.updateTable('import_rows').set({ customerId: userId }).where('batchId', '=', batchId).execute();
    await t.services.jobs.enqueue(db, 'sync-payer', { userId });
    await t.services.jobs.enqueue(db, 'geocode-address', { address });
  }

  it('is previewed to the cent', async () => {
    t.setNow(fullAccountNow);
    const seen = await preview(full.customer);
    expect(seen).toMatchObject({
      pickups: [
        { id: full.lateId, day: '2026-11-27', paid: '45.00', refund: '22.50' },
        { id: full.openId, day: '2026-12-02', paid: '45.00', refund: '45.00' },
        { id: full.unpaidId, day: '2026-12-03', paid: null, refund: '0.00' },
      ],
      plan: { name: 'Basic Package', credit: expect.stringMatching(/^[1-9]\d?\.\d\d$/) },
      unspent: '45.00',
      blocks: [],
    });
    const sum = 22.5 + 45 + 45 + Number(seen.plan.credit);
    expect(seen.refund).toBe(sum.toFixed(2));
    expect(await findWords(t, words())).not.toEqual([]);
  });

  it('stays as it is when another customer is erased', async () => {
    const other = await makeCustomer(t);
    const name = { firstName: 'Ottoline', lastName: 'Marchbanks', phone: '(267) 555-0199', address: '31 Juniper Way' };
    await t.db.updateTable('users').set(name).where('id', '=', other.id).execute();
    await addRest(full, other);
    // A notice to another customer stays, and so does a job that names nobody.
    const told = { kind: 'notice', channel: 'bell', subject: 'account', subjectId: full.customer.id } as const;
    const when = { createdAt: t.services.clock(), dueAt: t.services.clock(), sentAt: t.services.clock() };
    const details = JSON.stringify({ message: 'Your neighbor at 31 Juniper Way is Ottoline Marchbanks' });
    await t.db
      .insertInto('messages')
      .values({ ...told, ...when, id: randomUUID(), recipientId: full.customer.id, revision: 'told', details })
      .execute();
    const job = { driverId: full.customer.id, date: '2026-11-23' };
    await t.services.jobs.enqueue(t.db, 'count-driver-day', job, { afterSeconds: 10_000_000 });
    const isKept = (row: string) => !row.includes(other.id) && /^(public|pgboss\.job)/.test(row);
    const kept = (await listAllRows(t)).filter(isKept);
    await inTransaction(t.db, async (trx) => {
      const named = await listWordsOf(trx, other.id);
      await erasePerson(trx, other.id, t.services.clock());
      await eraseTraces(trx, other.id, named);
    });
    expect((await userRow(other.id)).deletedAt).not.toBeNull();
    expect((await listAllRows(t)).filter(isKept)).toEqual(kept);
  });

  it('is deleted: the money goes back, and no row, job or file names the person', async () => {
    t.setNow(fullAccountNow);
    const seen = await preview(full.customer);
    before = (await readLedger(t.services, span)).csv;
    const mails = (await t.mails()).length;
    const lines = async () => {
      const own = t.db.selectFrom('audit_log').select('id').where('subjectId', '=', full.customer.id);
      return await own.where('action', 'not in', ['signed_in', 'sign_in_failed', 'viewed']).execute();
    };
    const linesBefore = await lines();
    expect(linesBefore).not.toEqual([]);
    const photo = await t.db.selectFrom('pickup_photos').select('storageKey').executeTakeFirstOrThrow();
    expect((await deleteAs(full.customer, seen)).status).toBe(200);
    expect(await findWords(t, words())).toEqual([]);
    expect(await lines()).toEqual(expect.arrayContaining(linesBefore));
    await t.runJobs();
    t.setNow(instantOf('2026-11-27', '08:00'));
    await staySignedIn(t);
    await t.runJobs();
    expect(await findWords(t, words())).toEqual([]);
    expect(await t.services.photos.get(photo.storageKey)).toBeUndefined();
    expect((await t.mails()).length).toBe(mails);
    const refunds = t.db.selectFrom('payment_history').where('customerId', '=', full.customer.id);
    const rows = await refunds.where('status', '=', 'refunded').select(['refundAmount', 'amount']).execute();
    const cents = rows.reduce((sum, row) => sum + Math.round(Number(row.refundAmount ?? row.amount) * 100), 0);
    expect((cents / 100).toFixed(2)).toBe(seen.refund);
  });

  it('leaves no link that works without a sign-in', async () => {
    for (const table of ['calendar_feeds', 'live_links'] as const) {
      expect([table, await t.db.selectFrom(table).select('hash').execute()]).toEqual([table, []]);
    }
    // The link belongs to another account and must stay.
    await makeLiveLink(t.services, { id: randomUUID(), scheduledDay: '2026-12-02' });
    await finishDeletion(t.services, full.customer.id);
    expect(await t.db.selectFrom('live_links').select('hash').execute()).toHaveLength(1);
  });

  it('leaves books that agree with the provider and keep the history', async () => {
    const { csv, differences } = await readLedger(t.services, span);
    expect(differences).toEqual([]);
    expect((await reconcilePayments(t.services)).repaired).toEqual([]);
    const { username } = await userRow(full.customer.id);
    const past = before.replaceAll(full.customer.username, username).split('\r\n').slice(1, -2);
    expect(csv.split('\r\n')).toEqual(expect.arrayContaining(past));
    const plan = await t.db
      .selectFrom('subscriptions')
      .selectAll()
      .where('id', '=', full.subscriptionId)
      .executeTakeFirstOrThrow();
    expect(plan).toMatchObject({ status: 'cancelled', address: null });
    expect(await t.services.payments.getSubscription(plan.stripeSubscriptionId)).toMatchObject({ status: 'canceled' });
    expect(await rowOf(t, full.doneId)).toMatchObject({
      ...{
        status: 'completed',
        amount: '45.00',
        customerRating: 2,
        address: 'Deleted address, 19104',
        coordinates: null,
      },
    });
  });

  it('is shown to staff without the person, and nothing can be done with it', async () => {
    const { token } = full.admin;
    const file = await read(token, `/api/admin/customers/${full.customer.id}`);
    expect(file).toMatchObject({
      status: 200,
      body: { customer: { firstName: 'Deleted', phone: null, isActive: false } },
    });
    const pickups = await read(token, '/api/admin/pickups?status=completed');
    const shown = pickups.body.find(({ id }: { id: string }) => id === full.doneId);
    expect(shown).toMatchObject({
      address: 'Deleted address, 19104',
      customerName: 'Deleted customer',
      customerEmail: null,
    });
    for (const where of ['/api/admin/all-members?q=deleted', '/api/admin/users?q=deleted']) {
      expect(JSON.stringify((await read(token, where)).body)).not.toContain(full.customer.id);
    }
    for (const where of [
      ...['/api/admin/dashboard', '/api/admin/attention', '/api/admin/subscriptions', '/api/admin/routes'],
      ...[`/api/admin/history?subject=user&id=${full.customer.id}`, `/api/admin/customers/${full.customer.id}/billing`],
    ]) {
      expect([where, (await read(token, where)).status]).toEqual([where, 200]);
    }
    expect((await read(full.driver.token, '/api/driver/route')).status).toBe(200);
    const book = { ...bookingBody(t, 3), amount: '45.00' };
    const booked = await t.call('POST', `/api/admin/customers/${full.customer.id}/pickups`, { token, body: book });
    expect(booked.status).toBe(409);
    const role = await t.call('PATCH', `/api/admin/users/${full.customer.id}/role`, {
      token,
      body: { role: 'driver' },
    });
    expect(role).toMatchObject({ status: 409, body: { code: 'deleted' } });
  });

  it('gets no more messages', async () => {
    const notice = { userId: full.customer.id, title: 'x', message: 'x', type: 'x', actionUrl: null };
    await t.services.messages.notify(t.services, t.db, [notice]);
    await t.runJobs();
    const own = t.db.selectFrom('notifications').select('id').where('userId', '=', full.customer.id);
    expect(await own.execute()).toEqual([]);
  });
});

describe('a deletion and another request', () => {
  it('result in one deletion when two tabs delete together', async () => {
    const customer = await makeCustomer(t);
    const { id } = await bookPaidPickup(t, customer, { scheduledDate: '2026-11-30T09:00' });
    const seen = await preview(customer);
    const both = await Promise.all([deleteAs(customer, seen), deleteAs(customer, seen)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, expect.toBeOneOf([401, 429])]);
    await t.runJobs();
    const { stripePaymentIntentId } = await rowOf(t, id);
    expect((await t.services.payments.getPayment(stripePaymentIntentId ?? ''))?.refundedCents).toBe(4500);
  });

  it('refund a payment that is made while the account is deleted', async () => {
    const customer = await makeCustomer(t);
    const intentId = await openPayment(t, customer.token, '45.00', {
      booking: { ...bookingBody(t, 3), draftKey: randomUUID() },
    });
    const paid = await overtaken(
      t.db,
      () => pay(t, customer.token, intentId),
      async (trx) => {
        await trx.updateTable('users').set({ deletedAt: t.services.clock() }).where('id', '=', customer.id).execute();
        await trx
          .selectFrom('payments')
          .select('id')
          .where('stripePaymentIntentId', '=', intentId)
          .forUpdate()
          .execute();
      },
    );
    expect(paid.status).toBeLessThan(500);
    await t.runJobs();
    expect((await t.services.payments.getPayment(intentId))?.refundedCents).toBe(4500);
    const own = t.db.selectFrom('pickups').select('id').where('customerId', '=', customer.id);
    expect(await own.execute()).toEqual([]);
  });

  it('leave the stop to a driver who completes it first', async () => {
    const [customer, driver, admin] = [await makeCustomer(t), await makeDriver(t), await makeAdmin(t)];
    const { id } = await bookPaidPickup(t, customer);
    await assign(t, admin, id, driver);
    const seen = await preview(customer);
    const late = await overtaken(
      t.db,
      () => deleteAs(customer, seen),
      async (trx) => await trx.updateTable('pickups').set({ status: 'completed' }).where('id', '=', id).execute(),
    );
    expect(late).toMatchObject({ status: 409, body: { code: 'preview_changed', errors: { expectedRefund: '0.00' } } });
    expect((await deleteAs(customer, await preview(customer))).status).toBe(200);
    expect((await rowOf(t, id)).status).toBe('completed');
  });

  it.each([
    ['is deactivated', { isActive: false }],
    ["is no longer a customer's", { role: 'driver' }],
    ['was deleted', { deletedAt: new Date() }],
    ['has another password', { passwordHash: 'another' }],
  ] as const)('lock no account that %s meanwhile', async (_, change) => {
    const { id } = await makeCustomer(t);
    const { passwordHash } = await userRow(id);
    const lock = async () => await inTransaction(t.db, (trx) => lockAccount(trx, id, passwordHash));
    expect(await lock()).toBe(true);
    await t.db.updateTable('users').set(change).where('id', '=', id).execute();
    expect(await lock()).toBe(false);
  });

  it('do not change an account that was not deleted', async () => {
    const customer = await makeCustomer(t);
    const row = await userRow(customer.id);
    await finishDeletion(t.services, customer.id);
    expect(await userRow(customer.id)).toEqual(row);
  });

  it('write nothing into a deleted account', async () => {
    const customer = await makeCustomer(t);
    const erase = async () => {
      expect((await deleteAs(customer, nothing)).status).toBe(200);
    };
    const body = { username: `late_${randomUUID().slice(0, 8)}` };
    const [late] = await Promise.all([t.call('PATCH', '/api/me', { token: customer.token, body }), erase()]);
    expect([200, 401]).toContain(late.status);
    await t.runJobs();
    expect((await userRow(customer.id)).username).toMatch(/^deleted-/);
  });
});

describe('what a deletion does with a pickup', () => {
  const facts = {
    status: 'assigned',
    canCancel: false,
    isPlanStop: false,
    day: '2026-11-23',
    today: '2026-11-23',
    isPaid: true,
  } as const;
  it.each([
    ['may still be cancelled', { canCancel: true }, 'cancel'],
    ['is on its way', {}, 'under_way'],
    ['is on its way and unpaid', { isPaid: false }, 'under_way'],
    ["is a plan's stop", { isPlanStop: true }, 'cancel'],
    ['could not be completed', { status: 'incomplete', day: '2026-11-20' }, 'cancel'],
    ['has an issue', { status: 'issue' }, 'cancel'],
    ['was paid and not made', { day: '2026-11-22' }, 'unresolved'],
    ['was not paid and not made', { day: '2026-11-22', isPaid: false }, 'cancel'],
  ] as const)('that %s', (_, change, decision) => {
    expect(decidePickup({ ...facts, ...change })).toBe(decision);
  });
});

it('finds a person only by unique values', () => {
  const words = {
    username: 'route',
    names: ['a+b@c.example', '(215) 555-0142'],
    addresses: ['12 Elm St, Philadelphia, PA 19147', '19147'],
  };
  const pattern = new RegExp(patternOf(words).replaceAll('\\y', '\\b').replaceAll('\\M', '\\b'), 'i');
  for (const text of ["for route's pickup", 'Moved to 12 elm st.', 'to a+b@c.example', 'call (215) 555-0142'])
    expect(text).toMatch(pattern);
  for (const text of ['Your route is ready', 'at 112 Oak St', 'aab@cxexample']) expect(text).not.toMatch(pattern);
});
