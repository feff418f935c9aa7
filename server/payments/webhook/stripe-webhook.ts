import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { receiveEvent } from './handle-event.ts';

const mostBytes = 1024 * 1024;

/**
 * Where Stripe tells us what happened. The signature is checked over the raw bytes, so this address reads its own body. It
 * answers 200 only when the event is done, or not for us: anything else is sent again. Without live payments it is 404.
 */
export function serveStripeWebhook(app: FastifyInstance, services: Services): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: mostBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.post('/api/stripe/webhook', async (request, reply) => {
      const { parseWebhook } = services.payments;
      if (!parseWebhook) throw new Refusal(404, 'Not found');
      const signature = request.headers['stripe-signature'];
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const event = parseWebhook(body, typeof signature === 'string' ? signature : undefined);
      await receiveEvent(services, event);
      return reply.header('cache-control', 'no-store').send({ received: true });
    });
  });
}
