import type { FastifyInstance } from 'fastify';
import { invalidUnsubscribeLink } from '../../../contract/messages/preferences.ts';
import { openDoor } from '../../http/doors.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { changeUnsubscribe } from './unsubscribe.ts';

/**
 * Handles one-click unsubscribing by mail programs (RFC 8058): a POST of `List-Unsubscribe=One-Click`, in either form
 * encoding, to the link of the email. A GET of the same link shows a page that asks. Throws 400 for another body and
 * for a link that isn't ours.
 */
export function serveOneClickUnsubscribe(app: FastifyInstance, services: Services): void {
  openDoor(app, 'oneClickUnsubscribe', async (request, reply, body) => {
    const { token } = request.query as Record<string, unknown>;
    if (!isOneClick(String(body))) throw new Refusal(400, 'Please send List-Unsubscribe=One-Click');
    if (typeof token !== 'string') throw new Refusal(400, invalidUnsubscribeLink);
    await changeUnsubscribe(services, token, false);
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send('Unsubscribed');
  });
}

function isOneClick(body: string): boolean {
  return (
    new URLSearchParams(body.trim()).get('List-Unsubscribe') === 'One-Click' ||
    /name="List-Unsubscribe"\r?\n(?:[\w-]+:[^\n]*\n)*\r?\nOne-Click\r?\n/.test(body)
  );
}
