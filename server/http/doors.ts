import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptBytes } from './parse-request.ts';

/** A route beside the contract: another program calls it, or a plain form, without a session and not in JSON. */
interface Door {
  readonly method: 'GET' | 'POST';
  readonly path: `/${string}`;
  readonly caller: string;
  /** What the caller proves itself with, and the status of a request without it. Without a proof, anyone may call. */
  readonly proof: readonly [by: string, otherwise: 400 | 403 | 404] | undefined;
  /** The limit of the body and its content types. The handler gets it as bytes. */
  readonly body: readonly [maxBytes: number, types: string[]] | undefined;
}

function door(
  method: Door['method'],
  path: Door['path'],
  caller: string,
  proof?: Door['proof'],
  body?: Door['body'],
): Door {
  return { method, path, caller, proof, body };
}

const form = 'application/x-www-form-urlencoded';
const eitherForm = [form, 'multipart/form-data'];
const returning = 'browsers that come back from the provider';

/** Every door of the app. `docs/security.md` lists them; a test walks through each without its proof. */
export const doors = {
  alive: door('GET', '/healthz', 'the container'),
  ready: door('GET', '/readyz', 'proxies'),
  metrics: door('GET', '/metrics', 'Prometheus', ['`METRICS_TOKEN`; outside production also this machine', 404]),
  openApi: door('GET', '/openapi.json', 'developers of clients'),
  apiDocs: door('GET', '/api/docs', 'developers', ['not in production', 404]),
  apiDocsScript: door('GET', '/api/docs/js/scalar.js', 'that page', ['as the page', 404]),
  stripeWebhook: door('POST', '/api/stripe/webhook', 'Stripe', ['its signature', 400], [1024 * 1024, ['*']]),
  textStatus: door('POST', '/api/twilio/status', 'Twilio', ['its signature', 403], [16 * 1024, [form]]),
  oneClickUnsubscribe: door('POST', '/unsubscribe', 'mail programs', ['the signed link', 400], [4_096, eitherForm]),
  calendarFeed: door('GET', '/calendar/:token.ics', 'calendar apps', ['the secret in the path', 404]),
  pickupReturn: door('GET', '/payment/success', returning),
  checkoutReturn: door('GET', '/checkout/success', returning),
  planReturn: door('GET', '/subscribe/success', returning),
  waitingForm: door('POST', '/waiting-list', "the landing page's form", undefined, [2_000, [form]]),
};

/** Binds a door to its handler. `body` is empty for a door without one. */
export function openDoor(
  app: FastifyInstance,
  name: keyof typeof doors,
  handler: (request: FastifyRequest, reply: FastifyReply, body: Buffer) => Promise<unknown>,
): void {
  const { method, path, body } = doors[name];
  void app.register(async (scope) => {
    if (body) acceptBytes(scope, body[1], body[0]);
    scope.route({
      method,
      url: path,
      handler: async (request, reply) =>
        await handler(request, reply, Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)),
    });
  });
}
