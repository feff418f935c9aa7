import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../../database/transaction.ts';
import { isRefusedCode } from '../../external/sms/text-sender.ts';
import { isSignedByTwilio } from '../../external/sms/twilio-signature.ts';
import { openDoor } from '../../http/doors.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { countMessage } from '../metrics.ts';
import { saveRefusal, setReported } from './texts.store.ts';

/**
 * Receives Twilio's reports on texts. The signature covers the URL that we gave and every field of the form. Throws 404
 * when Twilio isn't set up, and 403 for a signature that isn't Twilio's.
 */
export function serveTextStatus(app: FastifyInstance, services: Services): void {
  openDoor(app, 'textStatus', async (request, reply, body) => {
    const { twilio, appUrl } = services.settings;
    if (!twilio) throw new Refusal(404, 'Not found');
    const form = new URLSearchParams(String(body));
    const signature = request.headers['x-twilio-signature'];
    const given = typeof signature === 'string' ? signature : undefined;
    if (!isSignedByTwilio(twilio.authToken, { url: appUrl + request.url, form, signature: given })) {
      throw new Refusal(403, 'The signature is wrong');
    }
    const { message } = request.query as Record<string, unknown>;
    if (typeof message === 'string' && isUuid.test(message)) await receiveStatus(services, message, form);
    return reply.code(204).header('cache-control', 'no-store').send();
  });
}

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Records the outcome of a text, and marks a number that refuses texts. */
async function receiveStatus({ db, clock }: Services, id: string, form: URLSearchParams): Promise<void> {
  const now = clock();
  const code = Number(form.get('ErrorCode') ?? 0);
  const outcome = outcomeOf(form.get('MessageStatus'));
  const failure = `Twilio reported error ${code}`;
  await inTransaction(db, async (trx) => {
    const reported = await setReported(trx, id, form.get('MessageSid') ?? '', { now, outcome, failure });
    if (!reported) return;
    if (outcome !== 'taken') countMessage(reported, outcome);
    const to = form.get('To');
    if (outcome === 'undelivered' && to && isRefusedCode(code)) await saveRefusal(trx, to, code, now);
  });
}

/**
 * Maps Twilio's status to an outcome. Every other status, such as `queued` or `sent`, means that the text is on the
 * way.
 */
function outcomeOf(status: string | null): 'taken' | 'delivered' | 'undelivered' {
  if (status === 'delivered' || status === 'read') return 'delivered';
  return status === 'undelivered' || status === 'failed' ? 'undelivered' : 'taken';
}
