import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptBytes } from './parse-request.ts';

/** A route beside the contract: another program calls it, or a plain form, without a session and not in JSON. */
interface Door {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Who calls it. */
  readonly caller: string;
  /** What the caller proves itself with, and the status of a request without it. Otherwise anyone may call. */
  readonly proof?: readonly [by: string, otherwise: 400 | 403 | 404];
  /** The content types of the body and its limit. The handler gets it as bytes. */
  readonly body?: { readonly types: readonly string[]; readonly maxBytes: number };
}

const form = 'application/x-www-form-urlencoded';

/** Every door of the app. `docs/security.md` lists them; a test walks through each without its proof. */
export const doors = {
  alive: { method: 'GET', path: '/healthz', caller: 'the container' },
  ready: { method: 'GET', path: '/readyz', caller: 'proxies' },
  metrics: {
    method: 'GET',
    path: '/metrics',
    caller: 'Prometheus',
    proof: ['`METRICS_TOKEN`; outside production also this machine', 404],
  },
  openApi: { method: 'GET', path: '/openapi.json', caller: 'developers of clients' },
  apiDocs: { method: 'GET', path: '/api/docs', caller: 'developers', proof: ['not in production', 404] },
  apiDocsScript: { method: 'GET', path: '/api/docs/js/scalar.js', caller: 'that page', proof: ['as the page', 404] },
  stripeWebhook: {
    method: 'POST',
    path: '/api/stripe/webhook',
    caller: 'Stripe',
    proof: ['the signature of `STRIPE_WEBHOOK_SECRET`', 400],
    body: { types: ['*'], maxBytes: 1024 * 1024 },
  },
  textStatus: {
    method: 'POST',
    path: '/api/twilio/status',
    caller: 'Twilio',
    proof: ['the signature of `TWILIO_AUTH_TOKEN`', 403],
    body: { types: [form], maxBytes: 16 * 1024 },
  },
  oneClickUnsubscribe: {
    method: 'POST',
    path: '/unsubscribe',
    caller: 'mail programs',
    proof: ['the signed link of an email', 400],
    body: { types: [form, 'multipart/form-data'], maxBytes: 4 * 1024 },
  },
  calendarFeed: {
    method: 'GET',
    path: '/calendar/:token.ics',
    caller: 'calendar apps',
    proof: ['the secret in the path', 404],
  },
  pickupReturn: { method: 'GET', path: '/payment/success', caller: 'browsers that come back from the provider' },
  checkoutReturn: { method: 'GET', path: '/checkout/success', caller: 'browsers that come back from the provider' },
  planReturn: { method: 'GET', path: '/subscribe/success', caller: 'browsers that come back from the provider' },
  waitingForm: {
    method: 'POST',
    path: '/waiting-list',
    caller: "the landing page's form",
    body: { types: [form], maxBytes: 2_000 },
  },
} as const satisfies Record<string, Door>;

/** Binds a door to its handler. `body` is empty for a door without one. */
export function openDoor(
  app: FastifyInstance,
  name: keyof typeof doors,
  handler: (request: FastifyRequest, reply: FastifyReply, body: Buffer) => Promise<unknown>,
): void {
  const { method, path, body }: Door = doors[name];
  void app.register(async (scope) => {
    if (body) acceptBytes(scope, body.types, body.maxBytes);
    scope.route({
      method,
      url: path,
      handler: async (request, reply) =>
        await handler(request, reply, Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)),
    });
  });
}
