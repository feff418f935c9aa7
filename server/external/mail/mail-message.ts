import type { SendMailOptions } from 'nodemailer';
import type { Mail, Sender } from './mail.ts';

/**
 * Converts an email to nodemailer's options for both transports. Addresses are passed as parts, so none can become a
 * list.
 */
export function messageOf(from: Sender, { to, subject, text, html }: Mail): SendMailOptions {
  return {
    from: { name: from.name, address: from.address },
    to: { name: '', address: to },
    subject,
    text,
    ...(html !== undefined && { html }),
    // Prevents automatic replies (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
