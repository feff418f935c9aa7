import type { Db } from '../database/transaction.ts';
import { AddressRefused, type Mail, type Mailer } from '../external/mail/mail.ts';
import { deleteRefusal, hasRefusal, saveRefusal } from './refused-emails.store.ts';

/** The final outcome of an email. `refused`: the mail server has permanently refused the address, now or before. */
export type MailOutcome = 'sent' | 'refused';

interface Sending {
  readonly db: Db;
  readonly mail: Mailer;
  readonly clock: () => Date;
}

/**
 * Sends an email, unless the mail server has permanently refused its address before. An address that the server refuses
 * now is marked, and dispatchers see it under Needs attention. Rejects when trying again may help.
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

/** Returns true if a mail server has permanently refused the address. */
export const isRefusedEmail: (db: Db, email: string) => Promise<boolean> = hasRefusal;

/** Unmarks an address that its owner has confirmed, or that accepts email again. */
export const forgetRefusal: (db: Db, email: string) => Promise<void> = deleteRefusal;
