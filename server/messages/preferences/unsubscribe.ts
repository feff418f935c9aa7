import { type EmailChoice, invalidUnsubscribeLink } from '../../../contract/messages/preferences.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { isOn } from './preference-rules.ts';
import { listChoices, lockPerson, saveChoice } from './preferences.store.ts';
import { readUnsubscribeToken } from './unsubscribe-link.ts';

/**
 * Returns the group that an email's link stops, and whether its emails are on. Throws 400 for a link that isn't ours.
 */
export async function readUnsubscribe(services: Pick<Services, 'db'>, token: string): Promise<EmailChoice> {
  const link = await readUnsubscribeToken(services, token);
  if (!link) throw new Refusal(400, invalidUnsubscribeLink);
  const choices = await listChoices(services.db, [link.userId]);
  return { group: link.group, isOn: isOn(choices, link.group, 'email') };
}

/** Switches the emails of a link off or on. Repeating it changes nothing. Throws 400 for a link that isn't ours. */
export async function changeUnsubscribe(
  services: Pick<Services, 'db' | 'clock'>,
  token: string,
  isOn: boolean,
): Promise<EmailChoice> {
  const { db, clock } = services;
  const link = await readUnsubscribeToken(services, token);
  if (!link) throw new Refusal(400, invalidUnsubscribeLink);
  const { group, userId } = link;
  await inTransaction(db, async (trx) => {
    // A deleted account gets no emails, so there is nothing to change.
    if (await lockPerson(trx, userId)) await saveChoice(trx, userId, { group, channel: 'email', isOn }, clock());
  });
  return { group, isOn };
}
