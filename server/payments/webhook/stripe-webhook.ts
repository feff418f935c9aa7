import type { FastifyInstance } from 'fastify';
import { openDoor } from '../../http/doors.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { receiveEvent } from './receive-event.ts';

/**
 * Serves the route that receives Stripe's events. The signature covers the raw bytes, so the route parses its own body.
 * It responds with 200 as soon as the event is saved; a job handles the event. Stripe resends events that got another
 * response. Responds with 400 when the signature doesn't match, and with 404 when payments aren't live.
 */
export function serveStripeWebhook(app: FastifyInstance, services: Services): void {
  openDoor(app, 'stripeWebhook', async (request, reply, body) => {
    const { parseWebhook } = services.payments;
    if (!parseWebhook) throw new Refusal(404, 'Not found');
    const signature = request.headers['stripe-signature'];
    const event = parseWebhook(body, typeof signature === 'string' ? signature : undefined);
    await receiveEvent(services, event);
    return reply.header('cache-control', 'no-store').send({ received: true });
  });
}
