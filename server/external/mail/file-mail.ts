import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { isDeletedEmail } from '../../../contract/values/deleted-account.ts';
import { writeWhole } from '../write-file.ts';
import { type Mail, type Mailer, messageOf, type Sender } from './mail.ts';

interface Log {
  warn(details: object, message: string): void;
}

/**
 * Creates a mailer that writes each email atomically to a file in `dir`. Any email program can open it, and only the
 * server's user can read it.
 */
export function fileMail(dir: string, from: Sender, { clock, log }: { clock: () => Date; log: Log }): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(mail: Mail) {
      if (isDeletedEmail(mail.to)) return;
      const now = clock();
      const { message } = await transport.sendMail({ ...readable(messageOf(from, mail)), date: now });
      const file = join(dir, fileName(now, mail.to));
      await makeDirectory(dir);
      await writeWhole(file, message as Buffer);
      // A warning, because nobody receives this email. Logs the file, not the content.
      log.warn({ file }, 'an email was written to a file because SMTP_URL is not set');
    },
    close: () => transport.close(),
  };
}

/**
 * Encodes the text part without quoted-printable's lines of 76 characters, so that a link can be copied from the file.
 * Leaves a text-only email to nodemailer, because its text part carries the message's headers.
 */
function readable(message: SendMailOptions): SendMailOptions {
  if (typeof message.text !== 'string' || message.html === undefined) return message;
  const body = message.text.replace(/\r?\n/g, '\r\n');
  const headers = 'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit';
  return { ...message, text: { raw: `${headers}\r\n\r\n${body}` } };
}

/** Returns a name that sorts by time, such as 20261121T140509123Z-pat_at_stoop.example-1b9d6bcd.eml. */
function fileName(now: Date, to: string): string {
  const recipient = to
    .replace('@', '_at_')
    .replace(/[^A-Za-z0-9._-]/g, '_')
    .replace(/^\.+/, '')
    .slice(0, 80);
  return `${now.toISOString().replace(/[-:.]/g, '')}-${recipient}-${randomUUID().slice(0, 8)}.eml`;
}

/** Creates the folder of emails. Its parent isn't made private, because the database in it may run as another user. */
async function makeDirectory(dir: string): Promise<void> {
  await mkdir(dirname(dir), { recursive: true });
  await mkdir(dir, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}
