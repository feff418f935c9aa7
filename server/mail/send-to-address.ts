import type { Db } from '../database/transaction.ts';
import { AddressRefused, type Mail, type Mailer } from '../external/mail/mail.ts';
import { deleteRefusal, hasRefusal, saveRefusal } from './refused-emails.store.ts';

/** The final outcome of an email. `refused`: the mail server has refused the address for good, now or before. */
export type MailOutcome = 'sent' | 'refused';

interface Sending {
  readonly db: Db;
  readonly mail: Mailer;
  readonly clock: () => Date;
}

/**
 * Sends an email, unless its address is one that the mail server has refused for good. One that it refuses now is marked, which a
 * dispatcher sees under Needs attention. Rejects when trying again may help.
 */
export async function sendUnlessRefused(services: Sending, mail: Mail): Promise<MailOutcome> {
  return (await hasRefusal(services.db, mail.to)) ? 'refused' : await attempt(services, mail);
}

/**
 * Sends an email about an account, even to an address that was refused: usually its owner has just asked for it, and
 * the mailbox may exist again. If the mail server accepts it, the address is no longer marked.
 */
export async function sendAnyway(services: Sending, mail: Mail): Promise<MailOutcome> {
  const outcome = await attempt(services, mail);
  if (outcome === 'sent') await forgetRefusal(services.db, mail.to);
  return outcome;
}

async function attempt({ db, mail: mailer, clock }: Sending, mail: Mail): Promise<MailOutcome> {
  try {
    await mailer.send(mail);
    return 'sent';
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    await saveRefusal(db, mail.to, error.reason, clock());
    return 'refused';
  }
}

/** Whether a mail server has refused the address for good. */
export const isRefusedEmail: (db: Db, email: string) => Promise<boolean> = hasRefusal;

/** Its owner has confirmed the address, or it accepts email again. */
export const forgetRefusal: (db: Db, email: string) => Promise<void> = deleteRefusal;
