import type { FastifyInstance } from 'fastify';
import { openDoor } from '../../http/doors.ts';
import type { Services } from '../../services.ts';
import { settlePayment } from '../settle/settle-payment.ts';

/** Where the app sends a browser that the provider sent back. A visit proves nothing: the provider's state counts. */
const returns = [
  ['pickupReturn', { paid: '/dashboard?success=true', otherwise: '/dashboard' }],
  ['checkoutReturn', { paid: '/', otherwise: '/' }],
  ['planReturn', { paid: '/dashboard', otherwise: '/dashboard' }],
] as const;

export function serveReturnAddresses(app: FastifyInstance, services: Services): void {
  for (const [door, to] of returns) {
    openDoor(app, door, async (request, reply) => {
      const { payment_intent: intentId } = request.query as Record<string, unknown>;
      const isPaid = typeof intentId === 'string' && (await isSettled(services, intentId));
      return reply.header('cache-control', 'no-store').redirect(isPaid ? to.paid : to.otherwise);
    });
  }
}

/** Settles the payment. Returns whether it is paid and fulfilled. After an error, the reconciler settles it later. */
async function isSettled(services: Services, intentId: string): Promise<boolean> {
  if (intentId.length > 255 || intentId.includes('\u0000')) return false;
  try {
    return (await settlePayment(services, intentId))?.status === 'succeeded';
  } catch (error) {
    services.log.warn({ err: error, intentId }, 'a payment could not be settled on return');
    return false;
  }
}
