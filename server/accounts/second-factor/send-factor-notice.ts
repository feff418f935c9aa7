import type { FactorAction } from '../../../contract/audit.ts';
import { sendAnyway } from '../../mail/send-to-address.ts';
import type { Services } from '../../services.ts';
import { factorMail } from './mails.ts';
import { readFactor } from './store.ts';

/** Emails the account's owner about a change of the second factor. */
export async function sendFactorNotice(
  services: Pick<Services, 'db' | 'clock' | 'settings' | 'mail'>,
  notice: { userId: string; change: FactorAction; codesLeft: number | null },
): Promise<void> {
  const { db, settings } = services;
  const user = await readFactor(db, notice.userId);
  if (user) await sendAnyway(services, factorMail(settings, user, notice));
}
