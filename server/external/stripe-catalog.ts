import type Stripe from 'stripe';
import { type PackageType, planOf, plans } from '../../contract/prices.ts';
import type { PlanPrice } from './payment-provider.ts';
import { type Ask, unlessRefused } from './stripe-ask.ts';
import { idOf } from './stripe-lists.ts';

/** Plans at Stripe: a product a package, and a price an amount, found by its lookup key. Both are made once, when needed. */
export interface StripeCatalog {
  /** The price that charges this plan every month. */
  priceOf(plan: PlanPrice): Promise<string>;
  ensurePlans(): Promise<void>;
}

const productPrefix = 'plan_';

/** The package that a price belongs to. Throws when it is none of ours. */
export function packageOf(price: Stripe.Price): PackageType {
  const packageType = (idOf(price.product) ?? '').slice(productPrefix.length) as PackageType;
  if (!plans.some((plan) => plan.id === packageType)) throw new Error(`the price ${price.id} belongs to no plan`);
  return packageType;
}

export function stripeCatalog({ stripe, ask }: { stripe: Stripe; ask: Ask }): StripeCatalog {
  const known = new Map<string, string>();

  async function find(lookupKeys: string[]): Promise<void> {
    const params = { lookup_keys: lookupKeys, active: true, limit: lookupKeys.length };
    const { data } = await ask('list', () => stripe.prices.list(params));
    for (const price of data) if (price.lookup_key) known.set(price.lookup_key, checked(price));
  }

  async function make(plan: PlanPrice, lookupKey: string): Promise<void> {
    const product = `${productPrefix}${plan.packageType}`;
    const named = { id: product, name: planOf(plan.packageType).name };
    // Refused means that it is there.
    await unlessRefused(ask('product', () => stripe.products.create(named, { idempotencyKey: `product:${product}` })));
    const params = {
      product,
      currency: 'usd',
      unit_amount: plan.priceCents,
      recurring: { interval: 'month' },
      lookup_key: lookupKey,
    } as const;
    const price = await unlessRefused(
      ask('price', () => stripe.prices.create(params, { idempotencyKey: `price:${lookupKey}` })),
    );
    if (price) known.set(lookupKey, price.id);
    else await find([lookupKey]);
  }

  async function priceOf(plan: PlanPrice): Promise<string> {
    const lookupKey = lookupKeyOf(plan);
    if (!known.has(lookupKey)) await find([lookupKey]);
    if (!known.has(lookupKey)) await make(plan, lookupKey);
    const id = known.get(lookupKey);
    if (!id) throw new Error(`Stripe has no price ${lookupKey} and does not make it`);
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

/** A person may have given the key to another price in Stripe's own screens: nobody must be charged that. */
function checked(price: Stripe.Price): string {
  const { lookup_key: lookupKey, unit_amount: priceCents, currency, recurring } = price;
  const isMonthly = recurring?.interval === 'month' && recurring.interval_count === 1;
  const ours = priceCents !== null && lookupKeyOf({ packageType: packageOf(price), priceCents });
  if (lookupKey !== ours || currency !== 'usd' || !isMonthly) {
    throw new Error(`the price ${price.id} does not charge what its lookup key ${lookupKey} says`);
  }
  return price.id;
}
