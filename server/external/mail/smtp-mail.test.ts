import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { parseMail } from '../../../tests/support/mails.ts';
import { startSmtpServer } from '../../../tests/support/smtp.ts';
import { smtpMail } from './smtp-mail.ts';
import { readSmtpUrl } from './smtp-url.ts';

const from = { name: 'Stoop', address: 'hello@stoop.example' };
const mail = { to: 'pat@stoop.example', subject: 'Hello', text: 'Good morning', html: '<p>Good morning</p>' };
const password = 'p@ss/w:rd%#? hunter2';
/** Timeouts that no test reaches. */
const patient = { waitMs: 20_000, sendMs: 20_000 };
const impatient = { ...patient, waitMs: 300 };
const atOnce = 10_000;

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function startSmtp(options: SMTPServerOptions = {}) {
  const { stop, ...server } = await startSmtpServer(options);
  stops.push(stop);
  return server;
}

/** A server whose responses come from `respond`. */
async function startOddServer(respond: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    respond(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

function mailer(url: string, waits = patient) {
  const server = readSmtpUrl(url);
  if (!server) throw new Error(`unreadable: ${url}`);
  return smtpMail(server, from, waits);
}

async function failure(attempt: Promise<void>): Promise<Error & { code?: string }> {
  return await attempt.then(
    () => Promise.reject(new Error('it was sent')),
    (error: Error) => error,
  );
}

describe('a server that accepts email', () => {
  it('receives sender, recipient and the exact password', async () => {
    const seen: unknown[] = [];
    const { port, received } = await startSmtp({
      authOptional: false,
      onAuth({ username, password: typed }, _session, done) {
        seen.push({ username, typed });
        done(null, { user: username });
      },
    });
    const url = `smtp://${encodeURIComponent('mailer@stoop.example')}:${encodeURIComponent(password)}@127.0.0.1:${port}`;
    const open = mailer(url);
    await open.send(mail);
    await open.send({ ...mail, to: 'sam@stoop.example' });
    open.close();
    expect(seen).toEqual(Array(2).fill({ username: 'mailer@stoop.example', typed: password }));
    expect(received.map(({ from: sender, to }) => ({ sender, to }))).toEqual([
      { sender: from.address, to: ['pat@stoop.example'] },
      { sender: from.address, to: ['sam@stoop.example'] },
    ]);
    const message = parseMail(received[0]?.raw ?? '');
    expect(message).toMatchObject({ from: 'Stoop <hello@stoop.example>', to: mail.to, subject: mail.subject });
    expect(message.text.trim()).toBe(mail.text);
    expect(message.html.trim()).toBe(mail.html);
  });

  it('works without a password', async () => {
    const { port, received } = await startSmtp();
    await mailer(`smtp://127.0.0.1:${port}`).send(mail);
    expect(received).toHaveLength(1);
  });

  it('receives a long link on one line', async () => {
    const { port, received } = await startSmtp();
    const link = `https://stoop.example/reset-password?token=${'aB3-_'.repeat(8)}xyz`;
    await mailer(`smtp://127.0.0.1:${port}`).send({ ...mail, text: `Here:\n${link}\n` });
    expect(parseMail(received[0]?.raw ?? '').text).toContain(`\n${link}\n`);
  });
});

describe('a server that refuses', () => {
  it('a wrong password: rejects without the password in the message', async () => {
    const { port, received } = await startSmtp({
      authOptional: false,
      onAuth: (_auth, _session, done) => done(new Error('Invalid username or password')),
    });
    const error = await failure(mailer(`smtp://me:${encodeURIComponent(password)}@127.0.0.1:${port}`).send(mail));
    expect(error).toMatchObject({ message: expect.stringContaining('535'), code: 'EAUTH' });
    const shown = JSON.stringify([error.message, error.stack, { ...error }]);
    for (const secret of [
      'hunter2',
      encodeURIComponent(password),
      Buffer.from(`\0me\0${password}`).toString('base64'),
    ]) {
      expect(shown).not.toContain(secret);
    }
    expect(received).toEqual([]);
  });

  it('an unknown recipient: rejects with its reason', async () => {
    const { port } = await startSmtp({
      onRcptTo: (_address, _session, done) =>
        done(Object.assign(new Error('No such mailbox here'), { responseCode: 550 })),
    });
    const error = await failure(mailer(`smtp://127.0.0.1:${port}`).send(mail));
    expect(error.message).toMatch(/^The email could not be sent: .*550 No such mailbox here/);
  });

  it('and quotes the message: removes the token', async () => {
    const token = 'aB3-_'.repeat(8);
    const { port } = await startSmtp({
      onData: (stream, _session, done) => {
        stream
          .resume()
          .on('end', () => done(Object.assign(new Error(`Bad link ?token=${token}`), { responseCode: 554 })));
      },
    });
    const error = await failure(mailer(`smtp://127.0.0.1:${port}`).send(mail));
    expect(error.message).toContain('554 Bad link ?token=…');
    expect(JSON.stringify([error.stack, { ...error }])).not.toContain(token);
  });

  it('no server: rejects', async () => {
    const port = await startOddServer(() => {});
    for (const stop of stops.splice(0)) await stop();
    expect((await failure(mailer(`smtp://127.0.0.1:${port}`).send(mail))).message).toContain('ECONNREFUSED');
  });
});

describe('a server that hangs', () => {
  const elapsed = async (attempt: Promise<void>) => {
    const start = performance.now();
    const error = await failure(attempt);
    return { error, ms: performance.now() - start };
  };

  it('before its greeting: times out', async () => {
    const port = await startOddServer(() => {});
    const { ms } = await elapsed(mailer(`smtp://127.0.0.1:${port}`, impatient).send(mail));
    expect(ms).toBeGreaterThan(250);
    expect(ms).toBeLessThan(atOnce);
  });

  it('after its greeting: times out', async () => {
    const port = await startOddServer((socket) => void socket.write('220 here\r\n'));
    const { ms } = await elapsed(mailer(`smtp://127.0.0.1:${port}`, impatient).send(mail));
    expect(ms).toBeLessThan(atOnce);
  });

  it('while sending single bytes: reaches the total timeout', async () => {
    const port = await startOddServer((socket) => {
      socket.write('220-here\r\n');
      const drip = setInterval(() => socket.write('220-still here\r\n'), 50);
      socket.on('close', () => clearInterval(drip));
    });
    const { ms, error } = await elapsed(mailer(`smtp://127.0.0.1:${port}`, { ...patient, sendMs: 600 }).send(mail));
    expect(ms).toBeGreaterThan(550);
    expect(ms).toBeLessThan(atOnce);
    expect(error.message).toMatch(/^The email could not be sent: /);
  });

  it('when we close: aborts immediately', async () => {
    const port = await startOddServer(() => {});
    const open = mailer(`smtp://127.0.0.1:${port}`);
    const sending = elapsed(open.send(mail));
    setTimeout(() => open.close(), 50);
    expect((await sending).ms).toBeLessThan(atOnce);
  });
});

describe('encryption', () => {
  it('required but not offered: sends nothing', async () => {
    const said: string[] = [];
    const port = await startOddServer((socket) => {
      socket.write('220 here\r\n');
      socket.on('data', (chunk) => {
        said.push(String(chunk));
        socket.write('250 AUTH PLAIN\r\n');
      });
    });
    await failure(mailer(`smtp://me:hunter2@127.0.0.1:${port}?requireTLS=true`).send(mail));
    expect(said.join('')).not.toMatch(/AUTH|MAIL FROM|hunter2/);
    expect(said[0]).toMatch(/^EHLO /);
  });

  it('by STARTTLS or from the start: rejects an untrusted certificate', async () => {
    const startTls = await startSmtp({ disabledCommands: [] });
    const first = await startSmtp({ secure: true });
    for (const url of [`smtp://127.0.0.1:${startTls.port}?requireTLS=true`, `smtps://127.0.0.1:${first.port}`]) {
      expect((await failure(mailer(url).send(mail))).message).toMatch(/certificate/i);
    }
    expect([...startTls.received, ...first.received]).toEqual([]);
  });

  it('is skipped on this machine, whose relay rarely has a valid certificate', async () => {
    const { port, received } = await startSmtp({ disabledCommands: [] });
    await mailer(`smtp://127.0.0.1:${port}`).send(mail);
    expect(received).toMatchObject([{ secure: false }]);
  });
});
