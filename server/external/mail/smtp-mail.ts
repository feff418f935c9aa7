import { createTransport, type NodemailerError } from 'nodemailer';
import { isDeletedEmail } from '../../../contract/values/deleted-account.ts';
import { type Mail, type Mailer, messageOf, type Sender } from './mail.ts';
import type { SmtpServer } from './smtp-url.ts';

/** For each step: DNS lookup, connection, greeting, any silence after it. */
const waitMs = 10_000;
/** For the whole message: a server that only trickles bytes counts as down. */
const sendMs = 30_000;

/** Sends email by SMTP. A new connection per message: messages are minutes apart, so a reused one would be closed. */
export function smtpMail(
  server: SmtpServer,
  from: Sender,
  { waitMs: wait, sendMs: send }: { waitMs: number; sendMs: number } = { waitMs, sendMs },
): Mailer {
  const closed = new AbortController();
  const transport = createTransport({
    host: server.host,
    port: server.port,
    secure: server.encrypt === 'first',
    requireTLS: server.encrypt === 'required',
    ignoreTLS: server.encrypt === 'never',
    ...(server.auth && { auth: server.auth }),
    dnsTimeout: wait,
    connectionTimeout: wait,
    greetingTimeout: wait,
    socketTimeout: wait,
  });
  return {
    async send(mail: Mail) {
      if (isDeletedEmail(mail.to)) return;
      const signal = AbortSignal.any([closed.signal, AbortSignal.timeout(send)]);
      try {
        await transport.sendMail({ ...messageOf(from, mail), signal });
      } catch (error) {
        throw refusedMail(error as NodemailerError);
      }
    },
    close() {
      closed.abort();
      transport.close();
    },
  };
}

/** The reason, safe to log: a server may quote the message, so anything as long as one of our tokens is removed. */
function refusedMail({ message, code }: NodemailerError): Error {
  const reason = message.replace(/\s+/g, ' ').slice(0, 300);
  const error: Error & { code?: string } = new Error(
    `The email could not be sent: ${reason.replace(/[\w-]{32,}/g, '…')}`,
  );
  if (code !== undefined) error.code = code;
  return error;
}
