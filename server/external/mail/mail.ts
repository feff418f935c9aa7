import type { SendMailOptions } from 'nodemailer';

/** One email to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** A UUID that becomes part of the Message-ID, so that mail programs can tell that an email was sent twice. */
  readonly id?: string;
  /** Mail programs unsubscribe here with one POST (RFC 8058). Undefined for an email that can't be switched off. */
  readonly unsubscribeUrl?: string;
}

export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** Thrown when the mail server refuses the recipient's address permanently. */
export class AddressRefused extends Error {
  /** The server's words, safe to show. */
  readonly reason: string;

  constructor(reason: string) {
    super(`The mail server refused the address: ${reason}`);
    this.reason = reason;
  }
}

/** Sends email: by SMTP (smtp-mail.ts) or into files (file-mail.ts). */
export interface Mailer {
  /**
   * Resolves when the mail server has accepted the message. Rejects with the reason otherwise: with `AddressRefused`
   * when trying again can't succeed. Sends nothing to a deleted account.
   */
  send(mail: Mail): Promise<void>;
  /** Aborts messages being sent. */
  close(): void;
}

/**
 * Converts an email to nodemailer's options, for both transports. Addresses are passed as objects, so that no address
 * can be parsed as a list.
 */
export function messageOf(from: Sender, { to, subject, text, html, id, unsubscribeUrl }: Mail): SendMailOptions {
  return {
    from: { name: from.name, address: from.address },
    to: { name: '', address: to },
    subject,
    text,
    ...(html !== undefined && { html }),
    ...(id !== undefined && { messageId: `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>` }),
    headers: { ...automatic, ...(unsubscribeUrl !== undefined && unsubscribeHeaders(unsubscribeUrl)) },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Prevents automatic replies (RFC 3834). */
const automatic = { 'Auto-Submitted': 'auto-generated' };

/** `prepared` keeps a long URL on one line. */
const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': { prepared: true, value: `<${url}>` },
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});
