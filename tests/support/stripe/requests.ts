import type Stripe from 'stripe';
import { invalid, StripeFault } from './faults.ts';
import type { Raw } from './form.ts';
import { type Fields, readFields } from './kinds.ts';

/**
 * The requests and parameters that this stand-in supports. An entry compiles only if the SDK's type of that request, in the
 * pinned API version, has the parameter in that kind. Everything else gets a 400, even if Stripe would accept it: add a
 * parameter here before our server sends it.
 */
const page = { limit: 'whole', starting_after: 'text' } as const;
const created = { fields: { gte: 'whole', gt: 'whole', lt: 'whole', lte: 'whole' } } as const;
/** Stripe accepts this instead of `automatic_payment_methods`, but not both. */
const cardsOnly = { each: { oneOf: ['card'] } } as const;
const expand = { each: 'text' } as const;

export const requests = {
  'POST /v1/customers': takes<Stripe.CustomerCreateParams>()({ email: 'text', name: 'text', metadata: 'metadata' }),
  'GET /v1/customers': takes<Stripe.CustomerListParams>()({ ...page }),
  'POST /v1/customers/:id': takes<Stripe.CustomerUpdateParams>()({ email: { emptyOr: 'text' }, name: 'text' }),
  'GET /v1/customers/:id': takes<Stripe.CustomerRetrieveParams>()({}),
  'POST /v1/customers/:id/balance_transactions': takes<Stripe.CustomerCreateBalanceTransactionParams>()(
    { amount: 'whole', currency: 'text', description: 'text', metadata: 'metadata' },
    'amount',
    'currency',
  ),
  'GET /v1/customers/:id/balance_transactions': takes<Stripe.CustomerListBalanceTransactionsParams>()({ ...page }),
  'GET /v1/payment_methods': takes<Stripe.PaymentMethodListParams>()({ ...page }),
  'GET /v1/payment_methods/:id': takes<Stripe.PaymentMethodRetrieveParams>()({}),
  'POST /v1/products': takes<Stripe.ProductCreateParams>()({ id: 'text', name: 'text' }, 'name'),
  'GET /v1/products': takes<Stripe.ProductListParams>()({ ...page }),
  'POST /v1/prices': takes<Stripe.PriceCreateParams>()(
    {
      product: 'text',
      currency: 'text',
      unit_amount: 'whole',
      lookup_key: 'text',
      transfer_lookup_key: 'flag',
      recurring: { fields: { interval: { oneOf: ['day', 'month', 'week', 'year'] } } },
    },
    'currency',
  ),
  'GET /v1/prices': takes<Stripe.PriceListParams>()({ lookup_keys: { each: 'text' }, active: 'flag', ...page }),
  'POST /v1/payment_intents': takes<Stripe.PaymentIntentCreateParams>()(
    {
      ...{ amount: 'whole', currency: 'text', customer: 'text', description: 'text', metadata: 'metadata' },
      allowed_payment_method_types: cardsOnly,
    },
    'amount',
    'currency',
  ),
  'GET /v1/payment_intents': takes<Stripe.PaymentIntentListParams>()({ customer: 'text', ...page }),
  'POST /v1/payment_intents/:id': takes<Stripe.PaymentIntentUpdateParams>()({ metadata: 'metadata' }),
  'GET /v1/payment_intents/:id': takes<Stripe.PaymentIntentRetrieveParams>()({ expand }),
  'POST /v1/payment_intents/:id/cancel': takes<Stripe.PaymentIntentCancelParams>()({}),
  'POST /v1/refunds': takes<Stripe.RefundCreateParams>()({
    payment_intent: 'text',
    amount: 'whole',
    metadata: 'metadata',
  }),
  'GET /v1/refunds': takes<Stripe.RefundListParams>()({ payment_intent: 'text', created, ...page }),
  'GET /v1/charges': takes<Stripe.ChargeListParams>()({ created, ...page }),
  'GET /v1/disputes': takes<Stripe.DisputeListParams>()({ payment_intent: 'text', created, ...page }),
  'POST /v1/setup_intents': takes<Stripe.SetupIntentCreateParams>()({
    customer: 'text',
    payment_method: 'text',
    usage: { oneOf: ['off_session', 'on_session'] },
    confirm: 'flag',
    return_url: 'text',
    allowed_payment_method_types: cardsOnly,
    metadata: 'metadata',
  }),
  'GET /v1/setup_intents': takes<Stripe.SetupIntentListParams>()({ ...page }),
  'POST /v1/setup_intents/:id/cancel': takes<Stripe.SetupIntentCancelParams>()({}),
  'GET /v1/setup_intents/:id': takes<Stripe.SetupIntentRetrieveParams>()({}),
  'POST /v1/subscriptions': takes<Stripe.SubscriptionCreateParams>()({
    customer: 'text',
    items: { each: { fields: { price: 'text' } } },
    default_payment_method: 'text',
    payment_behavior: { oneOf: ['default_incomplete'] },
    payment_settings: {
      fields: {
        save_default_payment_method: { oneOf: ['off', 'on_subscription'] },
        payment_method_types: { emptyOr: { each: { oneOf: ['card'] } } },
      },
    },
    billing_mode: { fields: { type: { oneOf: ['classic', 'flexible'] } } },
    description: 'text',
    metadata: 'metadata',
    expand,
  }),
  'GET /v1/subscriptions': takes<Stripe.SubscriptionListParams>()({
    customer: 'text',
    status: { oneOf: ['all'] },
    expand,
    ...page,
  }),
  'GET /v1/subscriptions/:id': takes<Stripe.SubscriptionRetrieveParams>()({}),
  'POST /v1/subscriptions/:id': takes<Stripe.SubscriptionUpdateParams>()({
    items: { each: { fields: { id: 'text', price: 'text' } } },
    proration_behavior: { oneOf: ['none'] },
    default_payment_method: 'text',
    pause_collection: { emptyOr: { fields: { behavior: { oneOf: ['void'] } } } },
    cancel_at_period_end: 'flag',
    cancel_at: { emptyOr: 'whole' },
    billing_cycle_anchor: { fields: { type: { oneOf: ['now'] } } },
    payment_behavior: { oneOf: ['error_if_incomplete'] },
    off_session: 'flag',
    trial_end: 'whole',
  }),
  'POST /v1/subscriptions/:id/resume': takes<Stripe.SubscriptionResumeParams>()({
    billing_cycle_anchor: { fields: { type: { oneOf: ['unchanged'] } } },
    proration_behavior: { oneOf: ['none'] },
  }),
  'DELETE /v1/subscriptions/:id': takes<Stripe.SubscriptionCancelParams>()({}),
  'GET /v1/invoices': takes<Stripe.InvoiceListParams>()({
    subscription: 'text',
    status: { oneOf: ['draft', 'open', 'paid'] },
    expand,
    ...page,
  }),
  'POST /v1/invoices/:id': takes<Stripe.InvoiceUpdateParams>()({ auto_advance: 'flag', metadata: 'metadata' }),
  'POST /v1/invoices/:id/void': takes<Stripe.InvoiceVoidInvoiceParams>()({}),
  'POST /v1/invoices/:id/pay': takes<Stripe.InvoicePayParams>()({ off_session: 'flag' }),
} as const;

export type RequestName = keyof typeof requests;
/** The parameters that a handler gets. */
export type ParamsOf<Name extends RequestName> = ReturnType<(typeof requests)[Name]>;

function takes<Params extends object>() {
  return (fields: Fields<Params>, ...required: (keyof Params & string)[]) =>
    (raw: { [key: string]: Raw }): Params => {
      const params = readFields(raw, fields);
      for (const name of required) {
        if (params[name] === undefined) throw invalid(`Missing required param: ${name}.`, { param: name });
      }
      return params as Params;
    };
}

/** Returns the entry of a path and the id in the path. Throws Stripe's 404 for an unknown path. */
export function matchRequest(method: string, path: string): { name: RequestName; id: string } {
  for (const name of Object.keys(requests) as RequestName[]) {
    const [wantedMethod, pattern = ''] = name.split(' ');
    const match = new RegExp(`^${pattern.replace(':id', '(?<id>[\\w%-]+)')}$`).exec(path);
    if (method === wantedMethod && match) return { name, id: decodeURIComponent(match.groups?.id ?? '') };
  }
  throw new StripeFault(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}).`,
  });
}
