import type { z } from 'zod/mini';
import type { Role } from '../../../contract/accounts.ts';
import {
  type changeMessagePreference,
  groupsOfRole,
  type MessagePreferences,
} from '../../../contract/messages/preferences.ts';
import { notSignedIn } from '../../accounts/sign-in/authorize.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import { limitByKey } from '../../rate-limits/limit-attempts.ts';
import type { RateLimit } from '../../rate-limits/rules.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { saveConsent } from '../texts/texts.store.ts';
import { textNumberOf } from './preference-rules.ts';
import { forgetTextChoices, lockPerson, saveChoice } from './preferences.store.ts';
import { readPreferences } from './read-preferences.ts';

type Choice = z.output<(typeof changeMessagePreference)['body']>;

const limit: RateLimit = { name: 'message-preferences', limit: 120, windowMs: 60 * 60_000 };

/**
 * Switches a group of messages on or off for a channel. Switching texts on is the consent to texts to the account's
 * number. If the number differs from the last consent's, the texts of every other group are switched off. Throws 409
 * for another role's group or when no text could be sent, and 429 over the limit.
 */
export async function changePreference(
  services: Pick<Services, 'db' | 'clock' | 'settings'>,
  actor: { id: string; role: Role },
  choice: Choice,
): Promise<MessagePreferences> {
  await limitByKey(services, limit, actor.id);
  if (!groupsOfRole[actor.role].includes(choice.group)) {
    throw new Refusal(409, "Your account doesn't get these messages.", { code: 'not_yours' });
  }
  await inTransaction(services.db, async (trx) => {
    const person = await lockPerson(trx, actor.id);
    if (!person) throw notSignedIn();
    if (choice.channel === 'sms' && choice.isOn) await agreeToTexts(services, trx, person);
    await saveChoice(trx, actor.id, choice, services.clock());
  });
  return await readPreferences(services, actor);
}

async function agreeToTexts(
  { clock, settings }: Pick<Services, 'clock' | 'settings'>,
  trx: Db,
  { id, phone }: { id: string; phone: string | null },
): Promise<void> {
  if (settings.twilio === undefined) throw new Refusal(409, "We don't send text messages.", { code: 'no_texts' });
  const number = textNumberOf(phone);
  if (number === null) {
    throw new Refusal(409, 'Please add a US phone number to your account first.', { code: 'no_texts' });
  }
  const { isNew } = await saveConsent(trx, id, number, clock());
  if (isNew) await forgetTextChoices(trx, id);
}
