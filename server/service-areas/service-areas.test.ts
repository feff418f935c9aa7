import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testCards } from '../../contract/payments.ts';
import { makeAdmin, makeCustomer, type Person } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { overtaken } from '../../tests/support/database/overtaken.ts';
import { findTheMessage, listMessagesOf, runAllJobs } from '../../tests/support/messages/messages.ts';
import { bookingBody, bookUnpaid, openPayment, pay } from '../../tests/support/pickups/bookings.ts';
import { intentOf, makeSubscriber, openPlan } from '../../tests/support/subscriptions/subscriptions.ts';
import { AddressRefused } from '../external/mail/mail.ts';
import { deliverMessage } from '../messages/deliver-message.ts';
import { createPaymentIntent } from '../payments/checkout/create-payment-intent.ts';
import { defineDemoArea } from './define-demo-area.ts';

let t: TestApp;
let admin: Person;
let customer: Person;
beforeAll(async () => {
  t = await startTestApp();
  [admin, customer] = [await makeAdmin(t), await makeCustomer(t)];
});
afterAll(async () => await t.close());
beforeEach(async () => {
  for (const table of ['service_areas', 'waiting_list', 'rate_limits', 'attention_dismissals'] as const)
    await t.db.deleteFrom(table).execute();
  await t.db.updateTable('pickups').set({ status: 'cancelled' }).execute();
});

const outside = '2 Main St, West Chester, PA 19380';
const inside = '1127 S 9th St, Philadelphia, PA 19147';
const unreadable = '19147 Long Lane, Philadelphia';
const south = { name: 'South', zipCodes: ['19147', '19148'], isActive: true, fee: null };
const path = '/api/admin/service-areas';
const add = (change: object = {}, token: string | undefined = admin.token) =>
  t.call('POST', path, { token, body: { ...south, ...change } });
const change = (area: { id: string; version: number }, body: object, token: string | undefined = admin.token) =>
  t.call('PATCH', `${path}/${area.id}`, { token, body: { ...south, version: area.version, ...body } });
const remove = (id: string, token: string | undefined = admin.token) => t.call('DELETE', `${path}/${id}`, { token });
const list = async () => (await t.call('GET', path, { token: admin.token })).body;
const check = (address: string) => t.call('GET', '/api/service-check', { query: { address } });
const join = (body: object) => t.call('POST', '/api/waiting-list', { body });
const waiting = async () => (await list()).waiting as { zip: string; count: number }[];
const trailOf = async (id: string) =>
  (await t.call('GET', '/api/admin/history', { token: admin.token, query: { subject: 'area', id } })).body;

const draftOf = (address: string) => {
  const { bagCount, scheduledDate } = bookingBody(t, 3);
  return { address, bagCount, scheduledDate, specialInstructions: null, draftKey: randomUUID() };
};
const openDraft = (booking: object, token = customer.token) =>
  t.call('POST', '/api/create-payment-intent', { token, body: { amount: '45.00', booking } });
const book = (address: string, change: object = {}, token = customer.token) =>
  t.call('POST', '/api/pickups', {
    token,
    body: { ...bookingBody(t, 3), address, ...change },
    headers: { 'idempotency-key': randomUUID() },
  });
const notServed = {
  status: 409,
  body: { message: "We don't serve 19380 yet.", code: 'area_not_served', errors: { zip: '19380' } },
};

describe('the areas of an admin', () => {
  it('are for admins only', async () => {
    const { body: area } = await add();
    for (const [token, status] of [
      [undefined, 401],
      [customer.token, 403],
    ] as const) {
      expect((await t.call('GET', path, { token })).status).toBe(status);
      expect((await add({}, token ?? '')).status).toBe(status);
      expect((await change(area, {}, token ?? '')).status).toBe(status);
      expect((await remove(area.id, token ?? '')).status).toBe(status);
      expect((await t.call('GET', '/api/admin/zip-codes', { token })).status).toBe(status);
      const body = { email: 'a@b.example' };
      expect((await t.call('POST', '/api/admin/waiting-list/removals', { token, body })).status).toBe(status);
    }
  });

  it('are added, changed and removed, with a line in the trail each', async () => {
    const added = await add({ zipCodes: ['19148', '19147-1234', '19147'], fee: '5' });
    expect(added).toMatchObject({
      status: 201,
      body: { name: 'South', zipCodes: ['19147', '19148'], isActive: true, fee: '5.00', version: 1 },
    });
    const changed = await change(added.body, { zipCodes: ['19147', '19145'], fee: null });
    expect(changed).toMatchObject({ status: 200, body: { zipCodes: ['19145', '19147'], fee: null, version: 2 } });
    expect((await list()).areas).toEqual([changed.body]);
    expect((await remove(added.body.id)).status).toBe(200);
    expect((await list()).areas).toEqual([]);
    expect((await trailOf(added.body.id)).map((line: { action: string }) => line.action)).toEqual([
      'area_removed',
      'area_changed',
      'area_added',
    ]);
    expect((await trailOf(added.body.id))[1].details).toEqual({
      fee: '$5.00 to none',
      added: '19145',
      removed: '19148',
    });
  });

  it('refuse wrong input, an active area without ZIP codes, and an area that is gone', async () => {
    for (const [body, field] of [
      [{ name: ' ' }, 'name'],
      [{ zipCodes: ['1914'] }, 'zipCodes.0'],
      [{ zipCodes: [] }, 'zipCodes'],
      [{ fee: 'five' }, 'fee'],
      [{ isActive: 'yes' }, 'isActive'],
    ] as const) {
      expect(await add(body), field).toMatchObject({ status: 400, body: { errors: { [field]: expect.any(String) } } });
    }
    expect((await add({ zipCodes: [], isActive: false })).status).toBe(201);
    const gone = { id: randomUUID(), version: 1 };
    expect((await change(gone, {})).status).toBe(404);
    expect((await remove(gone.id)).status).toBe(404);
  });

  it('return 409 when another admin has changed the area meanwhile', async () => {
    const { body: area } = await add();
    expect((await change(area, { name: 'South Philly' })).status).toBe(200);
    const late = await change(area, { name: 'Southwest' });
    expect(late).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
    expect((await list()).areas[0].name).toBe('South Philly');
  });

  it('accept one of two concurrent changes', async () => {
    const { body: area } = await add();
    const both = await Promise.all([change(area, { name: 'One' }), change(area, { name: 'Two' })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('have a map of the ZIP codes around the city', async () => {
    const { body } = await t.call('GET', '/api/admin/zip-codes', { token: admin.token });
    const zips = body.map(({ zip }: { zip: string }) => zip);
    expect(zips).toEqual(expect.arrayContaining(['19147', '19380', '08102']));
    expect(zips).not.toContain('10001');
    expect(zips).toEqual(zips.toSorted());
  });
});

describe('an address outside the active areas', () => {
  it('is refused before any charge: a payment, an unpaid booking, a plan', async () => {
    await add();
    expect(await openDraft(draftOf(outside))).toMatchObject(notServed);
    expect(await book(outside)).toMatchObject(notServed);
    expect(await openPlan(t, customer.token, { address: outside })).toMatchObject(notServed);
    const rows = await t.db.selectFrom('payments').select('id').where('customerId', '=', customer.id).execute();
    expect(rows).toEqual([]);
    expect(await t.db.selectFrom('bookings').selectAll().where('address', '=', outside).execute()).toEqual([]);
  });

  it('is refused for the plan of an account that lives there', async () => {
    await add();
    const far = await makeCustomer(t);
    await t.db.updateTable('users').set({ address: outside }).where('id', '=', far.id).execute();
    expect(await openPlan(t, far.token)).toMatchObject(notServed);
    expect((await openPlan(t, far.token, { address: inside })).status).toBe(200);
    // The plan's own address counts, not the account's.
    expect((await openPlan(t, far.token)).status).toBe(200);
  });

  it('is taken where nothing is active, where it is inside, and where no ZIP code can be read', async () => {
    await add({ isActive: false });
    expect((await book(outside)).status).toBe(201);
    await add();
    for (const address of [inside, unreadable]) {
      expect((await openDraft(draftOf(address))).status, address).toBe(200);
      expect((await book(address)).status, address).toBe(201);
    }
  });

  it('is refused again when the area closes between the page and the payment', async () => {
    const { body: area } = await add({ zipCodes: ['19380'] });
    const draft = draftOf(outside);
    expect((await openDraft(draft)).status).toBe(200);
    await change(area, { zipCodes: ['19147'] });
    expect(await openDraft(draft)).toMatchObject(notServed);
  });

  it('is not refused when the payment that was opened before has been paid: it buys the pickup', async () => {
    const draft = draftOf(outside);
    const intent = intentOf(await openDraft(draft));
    await add();
    const { status } = await t.db
      .selectFrom('payments')
      .select('status')
      .where('stripePaymentIntentId', '=', intent)
      .executeTakeFirstOrThrow();
    expect(status).toBe('open');
    // The provider knows of the payment, but our books don't yet.
    await t.services.payments.confirmTest?.(intent, testCards.successful.paymentMethodId);
    expect(await openDraft(draft)).toMatchObject({ status: 409, body: { code: 'already_paid' } });
  });

  it('is refused for a plan whose payment was open when the area closed', async () => {
    const later = await makeCustomer(t);
    expect((await openPlan(t, later.token, { address: outside })).status).toBe(200);
    await add();
    expect(await openPlan(t, later.token, { address: outside })).toMatchObject(notServed);
  });

  it('is checked in the transaction: an area that closes while the request waits for it refuses', async () => {
    const { body: area } = await add({ zipCodes: ['19380'] });
    await add({ name: 'Other' });
    const draft = draftOf(outside);
    await openDraft(draft);
    const response = await overtaken(
      t.db,
      () => openDraft(draft),
      async (trx) => {
        await trx.updateTable('bookings').set({ bagCount: 8 }).where('draftKey', '=', draft.draftKey).execute();
        await trx.updateTable('service_areas').set({ isActive: false }).where('id', '=', area.id).execute();
      },
    );
    expect(response).toMatchObject(notServed);
  });

  it('is never refused once it is paid', async () => {
    const intent = intentOf(await openDraft(draftOf(outside)));
    await add();
    expect((await pay(t, customer.token, intent)).body.success).toBe(true);
    const paid = await book(outside, { paymentIntentId: intent });
    expect(paid).toMatchObject({ status: 200, body: { address: outside, paymentStatus: 'paid' } });
    // A payment without an address, as the first version of the app opens it.
    const plain = await openPayment(t, customer.token);
    await pay(t, customer.token, plain);
    expect(await book(outside, { paymentIntentId: plain })).toMatchObject({ status: 201 });
  });

  it('is never refused at the checkout of an existing pickup, nor at a move', async () => {
    const { id } = await bookUnpaid(t, customer.token, { address: outside, ...dateIn(3) });
    await add();
    const opened = await t.call('POST', '/api/create-payment-intent', {
      token: customer.token,
      body: { amount: '45.00', pickupId: id },
    });
    expect(opened.status).toBe(200);
    const moved = await t.call('POST', `/api/pickups/${id}/move`, {
      token: customer.token,
      body: { newDate: String(dateIn(5).scheduledDate).slice(0, 10) },
    });
    expect(moved.status).toBe(200);
  });

  it('can be booked by a dispatcher', async () => {
    await add();
    const { address, bagCount, scheduledDate, amount, specialInstructions } = bookingBody(t, 3);
    expect(address).toBe(inside);
    const body = { address: outside, bagCount, scheduledDate, amount, specialInstructions };
    const booked = await t.call('POST', `/api/admin/customers/${customer.id}/pickups`, { token: admin.token, body });
    expect(booked.status).toBe(201);
  });

  it('is not checked without an IP address, as for the demo', async () => {
    await add();
    const body = { amount: '45.00', booking: { ...bookingBody(t, 3), ...draftOf(outside) } };
    const opened = createPaymentIntent(t.services, customer.id, body as Parameters<typeof createPaymentIntent>[2]);
    await expect(opened).resolves.toMatchObject({ clientSecret: expect.any(String) });
  });
});

const dateIn = (days: number) => ({ scheduledDate: bookingBody(t, days).scheduledDate });

describe('what is outside needs attention', () => {
  const items = async () =>
    (await t.call('GET', '/api/admin/attention', { token: admin.token })).body.kinds.find(
      ({ kind }: { kind: string }) => kind === 'unserved',
    )?.items ?? [];

  it('lists pickups and plans there, also without a readable ZIP code, until the area opens', async () => {
    await t.db.updateTable('subscriptions').set({ status: 'cancelled' }).execute();
    const far = await bookUnpaid(t, customer.token, { address: outside, ...dateIn(2) });
    const odd = await bookUnpaid(t, customer.token, { address: unreadable, ...dateIn(3) });
    await bookUnpaid(t, customer.token, { address: inside, ...dateIn(3) });
    const subscriber = await makeSubscriber(t, { address: outside });
    expect(await items()).toEqual([]);
    const { body: area } = await add();
    const found = await items();
    expect(found).toHaveLength(3);
    expect(found).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ key: `unserved:${far.id}`, address: outside, zip: '19380' }),
        expect.objectContaining({ key: `unserved:${odd.id}`, address: unreadable, zip: null }),
        expect.objectContaining({
          key: `unserved:${subscriber.subscriptionId}`,
          address: outside,
          zip: '19380',
          pickup: null,
          customer: expect.objectContaining({ id: subscriber.id }),
        }),
      ]),
    );
    const dismissed = await t.call('POST', '/api/admin/attention/dismiss', {
      token: admin.token,
      body: { key: `unserved:${far.id}`, state: outside, word: 'We go there this once' },
    });
    expect(dismissed.status).toBe(200);
    expect(await items()).toHaveLength(2);
    await change(area, { zipCodes: ['19147', '19380'] });
    expect((await items()).map(({ key }: { key: string }) => key)).toEqual([`unserved:${odd.id}`]);
  });

  it('lists a pickup that its customer moved to another address', async () => {
    const pickup = await bookUnpaid(t, customer.token, { address: inside, ...dateIn(3) });
    await add();
    const moved = await t.call('PATCH', '/api/me/contact', {
      token: customer.token,
      body: { address: outside, pickupIds: [pickup.id] },
    });
    expect(moved.status).toBe(200);
    expect((await items()).map(({ key }: { key: string }) => key)).toContain(`unserved:${pickup.id}`);
    await t.call('PATCH', '/api/me/contact', { token: customer.token, body: { address: inside } });
  });
});

describe('GET /api/service-check', () => {
  it('tells anybody whether we serve a ZIP code or an address', async () => {
    expect((await check('19380')).body).toEqual({ zip: '19380', isServed: true });
    await add();
    expect((await check('19380')).body).toEqual({ zip: '19380', isServed: false });
    expect((await check('19147-1234')).body).toEqual({ zip: '19147', isServed: true });
    expect((await check(outside)).body).toEqual({ zip: '19380', isServed: false });
    expect((await check(unreadable)).body).toEqual({ zip: null, isServed: true });
    expect((await check(' ')).status).toBe(400);
  });

  it('is rate-limited per IP address', async () => {
    await add();
    await t.db
      .insertInto('rate_limits')
      .values({ key: 'service-check:127.0.0.1', windowStart: windowOf(5 * 60_000), count: 120 })
      .execute();
    expect(await check('19147')).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
  });
});

const windowOf = (windowMs: number) => new Date(Math.floor(Date.now() / windowMs) * windowMs);

describe('the waiting list', () => {
  const dana = 'dana@stoop.example';
  const messagesOf = async (id: string) => await listMessagesOf(t, id);
  const theMessage = async (id: string) => await findTheMessage(t, id, 'area-open');
  const waitForArea = async () => {
    await join({ email: dana, zip: '19380' });
    return (await t.db.selectFrom('waiting_list').select('id').executeTakeFirstOrThrow()).id;
  };

  it('keeps an address once for each ZIP code, counted for the admin, with one response for all', async () => {
    await add();
    const first = await join({ email: dana, zip: '19380' });
    expect(first).toMatchObject({ status: 200, body: { message: "We'll email you once when we serve 19380." } });
    expect(await join({ email: ' DANA@stoop.example ', zip: '19380-1234' })).toMatchObject({ body: first.body });
    await join({ email: 'lee@stoop.example', zip: '19380' });
    await join({ email: dana, zip: '19010' });
    expect(await waiting()).toMatchObject([
      { zip: '19380', count: 2 },
      { zip: '19010', count: 1 },
    ]);
    expect(JSON.stringify(await list())).not.toContain('@');
  });

  it('refuses wrong input and a ZIP code that we serve', async () => {
    await add();
    expect(await join({ email: 'nobody', zip: '1938' })).toMatchObject({
      status: 400,
      body: { errors: { email: expect.any(String), zip: expect.any(String) } },
    });
    expect(await join({ email: dana, zip: '19147' })).toMatchObject({ status: 409, body: { code: 'served' } });
    expect(await waiting()).toEqual([]);
  });

  it('limits an IP address, and an email address without saying so', async () => {
    await add();
    for (let zip = 19301; zip <= 19311; zip += 1) {
      await t.db.deleteFrom('rate_limits').where('key', 'like', 'waiting-list:%').execute();
      expect((await join({ email: dana, zip: String(zip) })).status).toBe(200);
    }
    expect(await waiting()).toHaveLength(10);
    await t.db.updateTable('rate_limits').set({ count: 20 }).where('key', 'like', 'waiting-list:%').execute();
    expect((await join({ email: 'lee@stoop.example', zip: '19380' })).status).toBe(429);
  });

  it('emails everybody once when their area opens, and forgets them', async () => {
    const { body: area } = await add();
    await join({ email: dana, zip: '19380' });
    await join({ email: 'lee@stoop.example', zip: '19010' });
    const news = async () => (await t.mails()).filter(({ subject }) => subject.includes('picks up in'));
    const opened = await change(area, { zipCodes: ['19147', '19380'] });
    await t.runJobs();
    const mails = await news();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[dana, 'Stoop now picks up in 19380']]);
    expect(mails[0]?.text).toContain('/register?zip=19380');
    expect(await waiting()).toMatchObject([{ zip: '19010', count: 1 }]);
    // The area closes and opens again: there is nobody left to notify.
    const closed = await change(opened.body, { zipCodes: ['19147'] });
    await change(closed.body, { zipCodes: ['19147', '19380'] });
    await t.runJobs();
    expect(await news()).toHaveLength(1);
  });

  it('writes the email with the change that opens the area, and into no other place', async () => {
    const { body: area } = await add();
    const id = await waitForArea();
    await change({ ...area, version: 99 }, { zipCodes: ['19380'] });
    expect(await messagesOf(id)).toEqual([]);
    await change(area, { zipCodes: ['19380'] });
    expect(await messagesOf(id)).toMatchObject([
      { kind: 'area-open', channel: 'email', subject: 'waiting-list', recipientId: id, details: {}, sentAt: null },
    ]);
    const { rows } = await sql<{ name: string }>`
      SELECT "name" FROM pgboss.job WHERE "data" ->> 'messageId' = ${(await theMessage(id)).id}`.execute(t.db);
    expect(rows).toEqual([{ name: 'send-bulk-message' }]);
  });

  it('sends one email when two workers have the job, and counts it', async () => {
    const { body: area } = await add();
    const id = await waitForArea();
    const before = (await t.mails()).length;
    await change(area, { zipCodes: ['19380'] });
    const message = await theMessage(id);
    const outcomes = await Promise.all([1, 2].map(() => deliverMessage(t.services, message.id)));
    expect(outcomes).toContain('sent');
    await runAllJobs(t);
    expect((await t.mails()).length).toBe(before + 1);
    expect(await messagesOf(id)).toMatchObject([{ sentAt: expect.any(Date), droppedAt: null }]);
    const { body: metrics } = await t.call('GET', '/metrics');
    expect(metrics).toMatch(/messages_total\{kind="area-open",channel="email",outcome="sent"\} \d/);
  });

  it('drops the email when the area has closed again, and writes another at the next opening', async () => {
    const { body: area } = await add();
    const id = await waitForArea();
    const before = (await t.mails()).length;
    const opened = await change(area, { zipCodes: ['19380'] });
    const closed = await change(opened.body, { zipCodes: ['19147'] });
    await t.runJobs();
    expect(await messagesOf(id)).toMatchObject([{ dropReason: 'the area has closed again' }]);
    expect(await waiting()).toMatchObject([{ zip: '19380', count: 1 }]);
    await change(closed.body, { zipCodes: ['19380'] });
    await t.runJobs();
    expect((await t.mails()).length).toBe(before + 1);
    expect(await messagesOf(id)).toMatchObject([{ sentAt: null }, { sentAt: expect.any(Date) }]);
    expect(await waiting()).toEqual([]);
  });

  it('sends one email of two openings that no worker has seen', async () => {
    const { body: area } = await add();
    const id = await waitForArea();
    const before = (await t.mails()).length;
    const opened = await change(area, { zipCodes: ['19380'] });
    const closed = await change(opened.body, { zipCodes: ['19147'] });
    await change(closed.body, { zipCodes: ['19380'] });
    await t.runJobs();
    expect((await t.mails()).length).toBe(before + 1);
    expect(await messagesOf(id)).toMatchObject([
      { dropReason: 'a newer message replaced it' },
      { sentAt: expect.any(Date) },
    ]);
  });

  it('waits for an area that opens meanwhile, and is then refused', async () => {
    const { body: area } = await add();
    const response = await overtaken(
      t.db,
      () => join({ email: dana, zip: '19380' }),
      (trx) =>
        trx
          .updateTable('service_areas')
          .set({ zipCodes: ['19380'] })
          .where('id', '=', area.id)
          .execute(),
    );
    expect(response).toMatchObject({ status: 409, body: { code: 'served' } });
  });

  it('keeps the entry when the email fails, for the next try, with the same Message-ID', async () => {
    const { body: area } = await add();
    const id = await waitForArea();
    await change(area, { zipCodes: ['19380'] });
    const message = await theMessage(id);
    const tried: unknown[] = [];
    const failing = (mail: object) => Promise.reject(new Error(`no server for ${tried.push(mail)}`));
    const services = { ...t.services, mail: { ...t.services.mail, send: failing } };
    for (const reason of ['no server for 1', 'no server for 2']) {
      await expect(deliverMessage(services, message.id)).rejects.toThrow(reason);
    }
    expect(tried).toMatchObject([{ id: message.id }, { id: message.id }]);
    expect(await waiting()).toMatchObject([{ count: 1 }]);
    expect(await deliverMessage(t.services, message.id)).toBe('sent');
    expect(await waiting()).toEqual([]);
  });

  it('sends the email again when the entry could not be deleted with it', async () => {
    const { body: area } = await add();
    const id = await waitForArea();
    await change(area, { zipCodes: ['19380'] });
    const message = await theMessage(id);
    await sql`CREATE RULE kept AS ON DELETE TO waiting_list DO INSTEAD SELECT 1 / 0`.execute(t.db);
    await expect(deliverMessage(t.services, message.id)).rejects.toThrow('division by zero');
    await sql`DROP RULE kept ON waiting_list`.execute(t.db);
    expect(await messagesOf(id)).toMatchObject([{ sentAt: null, claimedUntil: null }]);
    expect(await deliverMessage(t.services, message.id)).toBe('sent');
    expect(await waiting()).toEqual([]);
  });

  it('deletes an address that its mail server refuses for good', async () => {
    const { body: area } = await add();
    const id = await waitForArea();
    await change(area, { zipCodes: ['19380'] });
    const send = () => Promise.reject(new AddressRefused('550 no such mailbox'));
    const services = { ...t.services, mail: { ...t.services.mail, send } };
    expect(await deliverMessage(services, (await theMessage(id)).id)).toBe('dropped');
    expect(await messagesOf(id)).toMatchObject([{ dropReason: 'the mail server refused the email address' }]);
    expect(await waiting()).toEqual([]);
    await t.db.deleteFrom('refused_emails').execute();
  });

  it('emails nobody who has left the list by then', async () => {
    const { body: area } = await add();
    const id = await waitForArea();
    const before = (await t.mails()).length;
    await change(area, { zipCodes: ['19380'] });
    await t.call('POST', '/api/admin/waiting-list/removals', { token: admin.token, body: { email: dana } });
    await t.runJobs();
    expect((await t.mails()).length).toBe(before);
    expect(await messagesOf(id)).toMatchObject([{ dropReason: 'the address is off the waiting list' }]);
  });

  it('deletes an address on request, and that of a deleted account', async () => {
    await add();
    await join({ email: dana, zip: '19380' });
    await join({ email: 'sam@stoop.example', zip: '19380' });
    const off = { token: admin.token, body: { email: 'Dana@Stoop.example' } };
    expect((await t.call('POST', '/api/admin/waiting-list/removals', off)).body).toEqual({ removed: 1 });
    expect((await t.call('POST', '/api/admin/waiting-list/removals', off)).body).toEqual({ removed: 0 });
    const gone = await makeCustomer(t);
    await join({ email: gone.email, zip: '19380' });
    const body = { currentPassword: gone.password, expectedRefund: '0.00', expectedPickupIds: [] };
    const deleted = await t.call('POST', '/api/me/deletion', { token: gone.token, body });
    expect(deleted.status).toBe(200);
    expect(await waiting()).toMatchObject([{ zip: '19380', count: 1 }]);
  });
});

it("the demo has Philadelphia's area, inactive, once", async () => {
  await defineDemoArea(t.services);
  await defineDemoArea(t.services);
  const { areas } = await list();
  expect(areas).toMatchObject([{ name: 'Philadelphia', isActive: false }]);
  expect(areas[0].zipCodes).toHaveLength(48);
  const { body } = await t.call('GET', '/api/admin/zip-codes', { token: admin.token });
  const known = new Set(body.map(({ zip }: { zip: string }) => zip));
  expect(areas[0].zipCodes.filter((zip: string) => !known.has(zip))).toEqual([]);
});
