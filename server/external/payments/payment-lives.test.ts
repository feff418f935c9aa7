import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testCards } from '../../../contract/payments.ts';
import { simulatedProvider, stripeProvider, type TestProvider } from '../../../tests/support/interleaving/providers.ts';
import { type Random, randomOf } from '../../../tests/support/random.ts';
import type { ProviderPayment } from './payment-provider.ts';

/** Random lives of a plan: both providers charge the same cents on the same days, and leave the same balance. */

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

/** Refusals are outcomes too: both providers must give the same. */
async function outcomeOf(act: Promise<unknown>): Promise<string> {
  return await act.then(
    () => 'done',
    (error: { status?: number; code?: string; message: string }) => `${error.status} ${error.code ?? error.message}`,
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

/** What a plan, its months and the balance are after a step. Ids and times of the day differ between the providers. */
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
    // Noon, so that the hour of a draft at Stripe stays within the day.
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
});
