import type { Role } from '../../../contract/accounts.ts';
import { groupsOfRole, type MessagePreferences } from '../../../contract/messages/preferences.ts';
import { notSignedIn } from '../../accounts/sign-in/authorize.ts';
import type { Db } from '../../database/transaction.ts';
import { stoppedCode } from '../../external/sms/text-sender.ts';
import type { Services } from '../../services.ts';
import { findRefusal } from '../texts/texts.store.ts';
import { presentGroups, textNumberOf } from './preference-rules.ts';
import { findPhone } from './preferences.store.ts';
import { readReach } from './read-reach.ts';

/** Returns a person's choices, and the ways to reach the person. */
export async function readPreferences(
  services: Pick<Services, 'db' | 'settings'>,
  { id, role }: { id: string; role: Role },
): Promise<MessagePreferences> {
  const { db } = services;
  const reach = (await readReach(services, db, [id])).get(id);
  if (!reach) throw notSignedIn();
  const phone = await findPhone(db, id);
  return {
    groups: presentGroups(groupsOfRole[role], reach),
    hasDevice: reach.hasDevice,
    texts: await stateOfTexts(services, db, phone),
    phone,
  };
}

async function stateOfTexts(
  { settings }: Pick<Services, 'settings'>,
  db: Db,
  phone: string | null,
): Promise<MessagePreferences['texts']> {
  if (settings.twilio === undefined) return 'off';
  const number = textNumberOf(phone);
  if (number === null) return 'no-phone';
  const code = await findRefusal(db, number);
  if (code === undefined) return 'ready';
  return code === stoppedCode ? 'stopped' : 'unreachable';
}
