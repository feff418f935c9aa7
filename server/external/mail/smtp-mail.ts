import { createTransport, type NodemailerError } from 'nodemailer';
import { isDeletedEmail } from '../../../contract/values/deleted-account.ts';
import { AddressRefused, type Mail, type Mailer, messageOf, type Sender } from './mail.ts';
import { isAddressRefusal } from './refusal-rules.ts';
import type { SmtpServer } from './smtp-url.ts';

/** Timeouts in milliseconds. */
interface Waits {
  /** For each of these steps: DNS lookup, connection, greeting. */
  readonly connectMs: number;
  /** For any silence after the greeting. A server may check a message for a while before it accepts it. */
  readonly silenceMs: number;
  /** For the whole message, including its wait for a connection. A server that only trickles bytes counts as down. */
  readonly sendMs: number;
}
const usualWaits: Waits = { connectMs: 10_000, silenceMs: 20_000, sendMs: 30_000 };

/** The number of jobs that send emails at once (server/jobs/job-kinds.ts), so that none waits for a connection. */
const mostConnections = 10;
/** Many servers close a connection after 100 messages. */
const mostMessagesEach = 100;
/** Shorter than any server's idle timeout, so that we close an idle connection first. */
const idleMs = 15_000;

/** Sends email by SMTP, over connections that stay open while there is more to send. */
export function smtpMail(
  server: SmtpServer,
  from: Sender,
  { connectMs, silenceMs, sendMs }: Waits = usualWaits,
): Mailer {
  const closed = new AbortController();
  const transport = createTransport({
    pool: true,
    maxConnections: mostConnections,
    maxMessages: mostMessagesEach,
    idleTimeout: idleMs,
    host: server.host,
    port: server.port,
    secure: server.encrypt === 'first',
    requireTLS: server.encrypt === 'required',
    ignoreTLS: server.encrypt === 'never',
    ...(server.auth && { auth: server.auth }),
    dnsTimeout: connectMs,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
  });
  return {
    async send(mail: Mail) {
      if (isDeletedEmail(mail.to)) return;
      const signal = AbortSignal.any([closed.signal, AbortSignal.timeout(sendMs)]);
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

/**
 * Returns an error whose reason is safe to log. A server may quote the message, so any word as long as one of our
 * tokens is removed.
 */
function refusedMail(cause: NodemailerError): Error {
  const reasonOf = (text: string) =>
    text
      .replace(/\s+/g, ' ')
      .slice(0, 300)
      .replace(/[\w-]{32,}/g, '…');
  if (isAddressRefusal(cause)) return new AddressRefused(reasonOf(cause.response ?? cause.message));
  const error: Error & { code?: string } = new Error(`The email could not be sent: ${reasonOf(cause.message)}`);
  if (cause.code !== undefined) error.code = cause.code;
  return error;
}
