import { BrokenPromise, type KnownCharge } from '../model.ts';
import { minuteMs } from '../new-york.ts';
import type { Json, World } from '../world.ts';
import { checkCustomer, checkHour } from './check-hour.ts';

/** Checks the whole books at the end of a day. */
export async function checkDay(world: World, adminToken: string, today: string): Promise<void> {
  await world.runSchedules();
  await checkHour(world, adminToken);
  await checkPaidBookings(world);
  for (const { id } of world.model.customers.values()) await checkCustomer(world, id);
  await checkMoney(world);
  await checkReceipts(world);
  countDriverDays(world, today);
}

const settledMs = 3 * 60 * minuteMs;

/** Checks that each paid booking is one pickup. Adopts those whose tab was closed before the answer. */
async function checkPaidBookings(world: World): Promise<void> {
  const { model } = world;
  const rows = await world.database.query(
    `SELECT "id", "customerId", "stripePaymentIntentId" AS intent, "status", "scheduledDay"::text AS day FROM pickups
     WHERE "stripePaymentIntentId" IS NOT NULL ORDER BY "createdAt", "id"`,
  );
  for (const charge of model.charges.values()) {
    if (charge.what !== 'pickup' || world.nowMs() - charge.atMs < settledMs) continue;
    const bought = rows.filter(({ intent }) => intent === charge.intentId);
    if (bought.length !== 1)
      throw new BrokenPromise('one paid booking is one pickup', `${charge.intentId} bought ${bought.length}`);
    const [{ id, customerId, day }] = bought as [Json];
    if (customerId !== charge.customerId) throw new BrokenPromise('a pickup is its payer’s', id);
    if (!model.pickups.has(id)) adopt(world, charge, { id, day });
  }
}

function adopt({ model }: World, charge: KnownCharge, { id, day }: { id: string; day: string }): void {
  model.pickups.set(id, {
    ...{ id, day, customerId: charge.customerId, intentId: charge.intentId, state: 'booked' },
    ...{ sinceMs: charge.atMs, datedMs: charge.atMs, driverId: undefined, undos: 0 },
  });
}

/** Compares what each customer has paid: by the notebook, the provider, the ledger, and the customer's page. */
async function checkMoney(world: World): Promise<void> {
  const { model, standIn } = world;
  const ledger = await world.database.query(
    `SELECT "customerId",
       (coalesce(sum("amount") FILTER (WHERE "status" = 'succeeded'), 0)
         - coalesce(sum("refundAmount") FILTER (WHERE "status" = 'refunded'), 0))::text AS total
     FROM payment_history GROUP BY 1`,
  );
  for (const customer of model.customers.values()) {
    const charges = [...model.charges.values()].filter(({ customerId }) => customerId === customer.id);
    const byNotebook = charges.reduce((sum, { cents, refundCents }) => sum + cents - refundCents, 0);
    const byProvider = charges.reduce((sum, { intentId }) => sum + keptCents(standIn.books, intentId), 0);
    const row = ledger.find(({ customerId }) => customerId === customer.id);
    const byLedger = Math.round(Number(row?.total ?? 0) * 100);
    const page = await world.call('GET', '/api/billing-summary', { token: customer.token });
    const byPage = page.status === 200 ? Math.round(Number(page.body.totalSpent) * 100) : byLedger;
    if (new Set([byNotebook, byProvider, byLedger, byPage]).size > 1) {
      const sums = JSON.stringify({ byNotebook, byProvider, byLedger, byPage });
      throw new BrokenPromise('all books say the same', `${customer.username} ${sums}`);
    }
  }
  const known = [...standIn.books.charges.values()].filter(({ status }) => status === 'succeeded');
  const unknown = known.find(({ payment_intent }) => !model.charges.has(String(payment_intent)));
  if (unknown) throw new BrokenPromise('nobody is charged without a press', unknown.id);
}

function keptCents(books: World['standIn']['books'], intentId: string): number {
  const charged = [...books.charges.values()].filter(
    ({ payment_intent, status }) => payment_intent === intentId && status === 'succeeded',
  );
  return charged.reduce((sum, { amount, amount_refunded }) => sum + amount - amount_refunded, 0);
}

/** Checks that each charge has one receipt that was sent. */
async function checkReceipts(world: World): Promise<void> {
  const rows = await world.database.query(
    `SELECT h."stripePaymentIntentId" AS intent, count(m."id") FILTER (WHERE m."sentAt" IS NOT NULL)::int AS times
     FROM payment_history h LEFT JOIN messages m ON m."subjectId"::text = h."id"::text AND m."kind" = 'receipt'
     WHERE h."status" = 'succeeded' GROUP BY 1`,
  );
  for (const { intentId } of world.model.charges.values()) {
    const times = rows.find(({ intent }) => intent === intentId)?.times ?? 0;
    if (times !== 1) throw new BrokenPromise('a charge has one receipt', `${intentId} has ${times}`);
  }
}

const stopsOfADriverDay = 12;

/** Counts the drivers who resolved at least 12 stops today. */
function countDriverDays({ model }: World, today: string): void {
  for (const { id } of model.drivers) {
    const resolved = [...model.pickups.values()].filter(
      ({ day, state, driverId }) =>
        day === today && driverId === id && (state === 'completed' || state === 'incomplete'),
    );
    if (resolved.length >= stopsOfADriverDay) model.count('driver-days');
  }
}
