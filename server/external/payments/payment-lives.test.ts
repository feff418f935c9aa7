import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testCards } from '../../../contract/payments.ts';
import { simulatedProvider, stripeProvider, type TestProvider } from '../../../tests/support/interleaving/providers.ts';
import { type Random, randomOf } from '../../../tests/support/random.ts';
import { Refusal } from '../../refusal.ts';
import type { ProviderPayment } from './payment-provider.ts';
import { StripeRefused } from './stripe/request.ts';

/** Random lives of a plan: both providers charge the same cents on the same days and leave the same balance. */

const good = testCards.successful.paymentMethodId;
const bad = testCards.insufficientFunds.paymentMethodId;
const basic = { packageType: 'basic', priceCents: 3500 } as const;
const premium = { packageType: 'premium', priceCents: 15_000 } as const;
const lives = 12;
const stepsOfLife = 14;

type Step = (life: Life) => Promise<unknown>;

interface Life {
  readonly side: TestProvider;
  readonly customerId: string;
  /** The newest subscription of the chain. */
  id: string;
  readonly ids: Set<string>;
}

/**
 * Returns the outcome of a step. Refusals are outcomes too, and both providers must return the same ones. Any other
 * error is a fault, such as a deadlock.
 */
async function outcomeOf(act: Promise<unknown>): Promise<string> {
  return await act.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Refusal) return `${error.status} ${error.code ?? error.message}`;
      if (error instanceof StripeRefused) return 'refused';
      throw error;
    },
  );
}

function chooseStep(random: Random): [string, Step] {
  const cents = random.pick([1, 49, 500, 1750, 3451, 3490, 3500, 9000, -1, -400]);
  const key = `credit:${random.int(1e9)}`;
  const card = random.pick([good, bad]);
  const plan = random.pick([basic, premium]);
  const steps: [string, Step][] = [
    [
      `credit of ${cents}`,
      async ({ side, customerId }) => {
        const credit = {
          customerId,
          amountCents: cents,
          idempotencyKey: `${customerId}:${key}`,
          description: 'Credit',
        };
        const { id } = await side.payments.addCredit(credit);
        expect((await side.another().addCredit(credit)).id).toBe(id);
      },
    ],
    ['the month ends', async ({ side, id }) => await side.endPeriod(id)],
    ['the month ends', async ({ side, id }) => await side.endPeriod(id)],
    ['the month ends', async ({ side, id }) => await side.endPeriod(id)],
    [`the card is ${card}`, async ({ side, id }) => await side.spoilCard(id, card)],
    [
      'another card',
      async ({ side, id, customerId }) => {
        const setup = await side.payments.startCardSetup(customerId);
        await side.saveCard(setup, good);
        await side.payments.applySavedCard(id, setup.id);
      },
    ],
    ['ends at the period end', async ({ side, id }) => await side.payments.cancelAtPeriodEnd(id)],
    ['keeps renewing', async ({ side, id }) => await side.payments.keepRenewing(id)],
    ['ends now', async ({ side, id }) => await side.payments.cancelSubscription(id)],
    ['pauses', async ({ side, id }) => await side.payments.pauseSubscription(id)],
    ['resumes', async ({ side, id }) => await side.payments.resumeSubscription(id, plan)],
    ['resumes', async ({ side, id }) => await side.payments.resumeSubscription(id, plan)],
    [`changes to ${plan.packageType}`, async ({ side, id }) => await side.payments.changePlan(id, plan)],
  ];
  return random.pick(steps);
}

async function beginLife(side: TestProvider): Promise<Life> {
  const payer = { userId: randomUUID(), email: 'pat@stoop.example', name: 'Pat Example', known: null };
  const customerId = await side.payments.ensureCustomer(payer);
  const wanted = { customerId, ...basic, idempotencyKey: `sub:${randomUUID()}` };
  const { id, firstIntentId } = await side.payments.createSubscription(wanted);
  expect(await side.pay((await side.payments.getPayment(firstIntentId)) as ProviderPayment, good)).toBe(true);
  return { side, customerId, id, ids: new Set([id]) };
}

/**
 * Returns the state of a plan, its months and the balance. Leaves out ids and times of day, which differ between the
 * providers.
 */
async function stateOf(life: Life): Promise<object> {
  const { payments } = life.side;
  const plan = await payments.getSubscription(life.id);
  life.id = plan?.id ?? life.id;
  life.ids.add(life.id);
  const months: unknown[] = [];
  for (const id of life.ids) {
    for (const month of await payments.listInvoices(id)) {
      const { status, totalCents, creditCents, amountCents, isFirst } = month;
      expect(amountCents).toBeGreaterThanOrEqual(0);
      if (status !== 'void') expect(creditCents).toBe(totalCents - amountCents);
      months.push([status, totalCents, creditCents, status === 'void' ? 0 : amountCents, isFirst]);
    }
  }
  const balanceCents = await payments.creditOf(life.customerId);
  const changes = await payments.listCredits(life.customerId);
  expect(changes.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(balanceCents);
  return {
    ...{ status: plan?.status, priceCents: plan?.priceCents, endsAtPeriodEnd: plan?.endsAtPeriodEnd },
    ...{ periodEnd: plan?.currentPeriodEnd.toISOString().slice(0, 10), months, balanceCents },
  };
}

describe('random lives of a plan', () => {
  let sides: TestProvider[] = [];
  beforeAll(async () => {
    sides = await Promise.all([simulatedProvider(), stripeProvider()]);
  });
  afterAll(async () => await Promise.all(sides.map((side) => side.close())));

  it.each(Array.from({ length: lives }, (_, index) => index + 1))('with seed %i are the same at both', async (seed) => {
    const random = randomOf(seed);
    // Lives start at noon, so that the hour in which Stripe's invoice is a draft stays within the day.
    const start = new Date(Date.UTC(2030 + random.int(8), random.int(12), 1 + random.int(31), 12));
    const begun: Life[] = [];
    for (const side of sides) {
      side.setNow(start);
      begun.push(await beginLife(side));
    }
    const told: string[] = [];
    for (let step = 0; step < stepsOfLife; step += 1) {
      const [name, act] = chooseStep(random);
      told.push(name);
      const outcomes: object[] = [];
      for (const life of begun) {
        const outcome = await outcomeOf(act(life));
        outcomes.push({ outcome, ...(await stateOf(life)) });
      }
      expect(outcomes[0], told.join(', ')).toEqual(outcomes[1]);
    }
  });

  it.each(Array.from({ length: 4 }, (_, index) => 100 + index))(
    'with seed %i keep the books in parallel',
    async (seed) => {
      for (const side of sides) {
        const random = randomOf(seed);
        side.setNow(new Date(Date.UTC(2040, random.int(12), 1 + random.int(28), 12)));
        const life = await beginLife(side);
        for (let round = 0; round < 6; round += 1) {
          const chosen = Array.from({ length: 4 }, () => chooseStep(random));
          const outcomes = await Promise.all(chosen.map(([, act]) => outcomeOf(act(life))));
          await stateOf(life);
          expect(await findLostCents(life), `${chosen.map(([name]) => name)}: ${outcomes}`).toEqual([]);
        }
      }
    },
  );
});

/**
 * Returns the faults: a month that moved more or less than its credit, a voided month that moved any, two running
 * subscriptions.
 */
async function findLostCents({ side: { payments }, customerId, ids }: Life): Promise<string[]> {
  const faults: string[] = [];
  const changes = await payments.listCredits(customerId);
  const plans = await Promise.all([...ids].map((id) => payments.getSubscription(id)));
  const running = new Set(plans.filter((plan) => plan && plan.status !== 'canceled').map((plan) => plan?.id));
  if (running.size > 1) faults.push('two run');
  const months = (await Promise.all([...ids].map((id) => payments.listInvoices(id)))).flat();
  const movedCents = (id: string) =>
    changes.filter((one) => one.invoiceId === id).reduce((sum, { amountCents }) => sum + amountCents, 0);
  for (const { id, creditCents, intentId, amountCents, status } of months) {
    if (movedCents(id) + creditCents !== 0) faults.push(`${id} moved ${movedCents(id)} instead of ${-creditCents}`);
    const intent = intentId ? await payments.getPayment(intentId) : null;
    if (intent && intent.amountCents !== amountCents) faults.push(`${id} charges ${intent.amountCents}`);
    const isPaid = amountCents === 0 || (intent && intent.status === 'succeeded');
    if (status !== 'void' && (status === 'paid') !== isPaid) faults.push(`${id} is ${status}, and not its intent`);
    if (status === 'void' && intent?.status === 'succeeded') faults.push(`${id} is void, and was charged`);
  }
  // These are the invoices of successors whose first charge was declined.
  const others = changes.flatMap(({ invoiceId }) =>
    months.some(({ id }) => id === invoiceId) ? [] : (invoiceId ?? []),
  );
  for (const id of others) if (movedCents(id) !== 0) faults.push(`${id} is unknown and moved ${movedCents(id)}`);
  return faults;
}
