import { createTransport, type NodemailerError } from 'nodemailer';
import type { Mail, Mailer, Sender } from './mail.ts';
import { messageOf } from './mail-message.ts';
import type { SmtpServer } from './smtp-url.ts';

/** For each wait: name look-up, connection, greeting, any silence after it. */
const waitMs = 10_000;
/** For the whole of it: a server that keeps dripping single letters is as good as gone. */
const sendMs = 30_000;

/**
 * Mail through an SMTP server, a connection of its own for every message: there are few of them, minutes apart, and a
 * kept connection would be one that the server has long closed.
 */
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

/**
 * The reason in one line that may be kept and logged. A server's answer may quote what it was sent, so anything long
 * enough to be one of our tokens is taken out of it.
 */
function refusedMail({ message, code }: NodemailerError): Error {
  const reason = message.replace(/\s+/g, ' ').slice(0, 300);
  const error: Error & { code?: string } = new Error(`The mail could not be sent: ${withoutTokens(reason)}`);
  if (code !== undefined) error.code = code;
  return error;
}

function withoutTokens(text: string): string {
  return text.replace(/[\w-]{32,}/g, '…');
}
