import type { FactorAction } from '../../../contract/audit.ts';
import type { Services } from '../../services.ts';
import { factorMail } from './mails.ts';
import { readFactor } from './store.ts';

/** Emails the account's owner about a change of the second factor. */
export async function sendFactorNotice(
  { db, settings, mail }: Pick<Services, 'db' | 'settings' | 'mail'>,
  notice: { userId: string; change: FactorAction; codesLeft: number | null },
): Promise<void> {
  const user = await readFactor(db, notice.userId);
  if (user) await mail.send(factorMail(settings, user, notice));
}
