import { dateKeyOf, instantOf } from '../../../contract/values/time/dates.ts';
import { inTransaction } from '../../database/transaction.ts';
import { TextRefusedError } from '../../external/sms/text-sender.ts';
import { doors } from '../../http/doors.ts';
import type { Services } from '../../services.ts';
import type { Message } from '../message.ts';
import { countTexts, lockTextCount, saveRefusal, setHandedOver } from './texts.store.ts';

/**
 * Gives a text to the provider, unless a daily limit is used up or the number refuses texts; then returns the reason. A
 * refusal is saved. Throws when the job should be tried again.
 */
export async function sendText(
  services: Services,
  message: Pick<Message, 'id' | 'recipientId'>,
  { to, body }: { to: string; body: string },
): Promise<{ providerId: string } | { dropReason: string }> {
  const { db, clock, settings, sms } = services;
  if (!sms) return { dropReason: 'text messages are not set up' };
  const dropReason = await takeRoom(services, message);
  if (dropReason !== null) return { dropReason };
  // The provider can't reach a server without https.
  const isReachable = settings.appUrl.startsWith('https:') || settings.twilio?.apiUrl !== undefined;
  const statusUrl = isReachable ? `${settings.appUrl}${doors.textStatus.path}?message=${message.id}` : null;
  try {
    return await sms.send({ to, body, statusUrl });
  } catch (error) {
    if (!(error instanceof TextRefusedError)) throw error;
    await inTransaction(db, (trx) => saveRefusal(trx, to, error.code, clock()));
    return { dropReason: error.message };
  }
}

/**
 * Counts a text in its New York day. Returns which limit is used up, or null when there is room. A retry counts again
 * only on another day.
 */
async function takeRoom(
  { db, clock, settings: { textsPerDay } }: Services,
  message: Pick<Message, 'id' | 'recipientId'>,
): Promise<string | null> {
  const now = clock();
  return await inTransaction(db, async (trx) => {
    await lockTextCount(trx);
    const { all, toRecipient } = await countTexts(trx, message, instantOf(dateKeyOf(now), '00:00'));
    if (toRecipient >= textsPerDay.perPerson) return "the person's daily limit of texts is used up";
    if (all >= textsPerDay.all) return 'the daily limit of texts is used up';
    await setHandedOver(trx, message.id, now);
    return null;
  });
}
