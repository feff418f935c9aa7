import type { SendMailOptions } from 'nodemailer';
import type { Mail, Sender } from './mail.ts';

/** A mail in nodemailer's words, the same for every way out. Addresses go in as parts, so that none can become a list. */
export function messageOf(from: Sender, { to, subject, text, html }: Mail): SendMailOptions {
  return {
    from: { name: from.name, address: from.address },
    to: { name: '', address: to },
    subject,
    text,
    ...(html !== undefined && { html }),
    // Keeps holiday answers and the like away from us (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
