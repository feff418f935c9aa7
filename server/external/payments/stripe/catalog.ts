import type Stripe from 'stripe';
import { type PackageType, planOf, plans } from '../../../../contract/values/prices.ts';
import type { PlanPrice } from '../payment-provider.ts';
import { idOf } from './lists.ts';
import { type Ask, makeOnce, unlessRefused } from './request.ts';

/** Our packages at Stripe, created when first needed: one product per package, one price per amount (by lookup key). */
export interface StripeCatalog {
  /** Returns the id of the price that charges for this package every month. */
  priceOf(plan: PlanPrice): Promise<string>;
  ensurePlans(): Promise<void>;
}

/** The tools that the files of this folder share. */
export interface StripeTools {
  stripe: Stripe;
  ask: Ask;
  catalog: StripeCatalog;
  clock: () => Date;
  /** The URL that a bank's page returns to after it has confirmed a saved card. */
  returnUrl: string;
}

/** Returns the description of a plan that Stripe's invoices and dashboard show. */
export function descriptionOf({ packageType }: Pick<PlanPrice, 'packageType'>): string {
  return `${planOf(packageType).name}, monthly plan`;
}

const productPrefix = 'plan_';

/** Returns the package that a price belongs to; null for a price that isn't ours, chosen in Stripe's dashboard. */
export function packageOf(price: Pick<Stripe.Price, 'product'> | undefined): PackageType | null {
  const product = idOf(price?.product);
  return plans.find((plan) => `${productPrefix}${plan.id}` === product)?.id ?? null;
}

/** How long a price is cached. It expires because a person may archive the price in Stripe's dashboard. */
const rememberMs = 10 * 60_000;

export function stripeCatalog({ stripe, ask, clock }: Pick<StripeTools, 'stripe' | 'ask' | 'clock'>): StripeCatalog {
  const known = new Map<string, { id: string; until: number }>();
  /** The ids of archived prices, by lookup key. */
  const archived = new Map<string, string>();

  function remember(lookupKey: string, id: string): void {
    known.set(lookupKey, { id, until: clock().getTime() + rememberMs });
  }

  function recall(lookupKey: string): string | undefined {
    const price = known.get(lookupKey);
    return price && price.until > clock().getTime() ? price.id : undefined;
  }

  async function find(lookupKeys: string[]): Promise<void> {
    const params = { lookup_keys: lookupKeys, limit: lookupKeys.length };
    const { data } = await ask('list', () => stripe.prices.list(params));
    for (const price of data) {
      if (!price.lookup_key) continue;
      if (price.active) remember(price.lookup_key, checked(price));
      else archived.set(price.lookup_key, price.id);
    }
  }

  async function makeProduct({ packageType }: PlanPrice): Promise<string> {
    const id = `${productPrefix}${packageType}`;
    const params = { id, name: planOf(packageType).name };
    const create = (idempotencyKey: string) => ask('product', () => stripe.products.create(params, { idempotencyKey }));
    // Stripe refuses to create a product that already exists.
    await unlessRefused(makeOnce(`product:${id}`, create, async () => undefined));
    return id;
  }

  async function make(plan: PlanPrice, lookupKey: string): Promise<void> {
    const params = {
      product: await makeProduct(plan),
      currency: 'usd',
      unit_amount: plan.priceCents,
      recurring: { interval: 'month' },
      lookup_key: lookupKey,
      // An archived price keeps its lookup key until another price takes it.
      transfer_lookup_key: true,
    } as const;
    const before = archived.get(lookupKey);
    const price = await makeOnce<{ id: string }>(
      before ? `price:${lookupKey}:${before}` : `price:${lookupKey}`,
      (idempotencyKey) => ask('price', () => stripe.prices.create(params, { idempotencyKey })),
      async () => {
        await find([lookupKey]);
        const id = recall(lookupKey);
        return id === undefined ? undefined : { id };
      },
    );
    remember(lookupKey, price.id);
  }

  async function priceOf(plan: PlanPrice): Promise<string> {
    const lookupKey = lookupKeyOf(plan);
    if (!recall(lookupKey)) await find([lookupKey]);
    if (!recall(lookupKey)) await make(plan, lookupKey);
    const id = recall(lookupKey);
    if (!id) throw new Error(`Stripe has no price ${lookupKey} and refuses to create it`);
    return id;
  }

  return {
    priceOf,
    async ensurePlans() {
      const wanted = plans.map((plan) => ({ packageType: plan.id, priceCents: plan.priceCents }));
      await find(wanted.map(lookupKeyOf));
      for (const plan of wanted) await priceOf(plan);
    },
  };
}

function lookupKeyOf({ packageType, priceCents }: PlanPrice): string {
  return `${packageType}_monthly_${priceCents}_usd`;
}

/**
 * Returns the price's id. Throws when a person moved the lookup key to another price in Stripe's dashboard: nobody must
 * be charged that price.
 */
function checked(price: Stripe.Price): string {
  const { lookup_key: lookupKey, unit_amount: priceCents, currency, recurring } = price;
  const isMonthly = recurring?.interval === 'month' && recurring.interval_count === 1;
  const packageType = packageOf(price);
  const ours = packageType !== null && priceCents !== null && lookupKeyOf({ packageType, priceCents });
  if (lookupKey !== ours || currency !== 'usd' || !isMonthly) {
    throw new Error(`the price ${price.id} does not charge what its lookup key ${lookupKey} says`);
  }
  return price.id;
}
