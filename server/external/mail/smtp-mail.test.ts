import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { parseMail } from '../../../tests/support/services/mails.ts';
import { startSmtpServer } from '../../../tests/support/services/smtp.ts';
import { AddressRefused } from './mail.ts';
import { smtpMail } from './smtp-mail.ts';
import { readSmtpUrl } from './smtp-url.ts';

const from = { name: 'Stoop', address: 'hello@stoop.example' };
const mail = { to: 'pat@stoop.example', subject: 'Hello', text: 'Good morning', html: '<p>Good morning</p>' };
const password = 'p@ss/w:rd%#? hunter2';
/** Timeouts that no test reaches. */
const patient = { connectMs: 20_000, silenceMs: 20_000, sendMs: 20_000 };
const impatient = { ...patient, connectMs: 300, silenceMs: 300 };
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

/** Starts a server that responds as `respond` does, and returns its port. */
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
  const open = smtpMail(server, from, waits);
  // The mailer closes before the servers, which wait for their connections to end.
  stops.unshift(async () => open.close());
  return open;
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
    // One login, because both emails use the same connection.
    expect(seen).toEqual([{ username: 'mailer@stoop.example', typed: password }]);
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

describe('connections', () => {
  const to = (at: number) => ({ ...mail, to: `pat${at}@stoop.example` });

  it('are reused, ten at most, and survive a refused recipient', async () => {
    const sessions = new Set<string>();
    let [open, most] = [0, 0];
    const { port, received } = await startSmtp({
      onConnect(_session, done) {
        most = Math.max(most, ++open);
        done();
      },
      onClose: () => void open--,
      onRcptTo(address, session, done) {
        sessions.add(session.id);
        if (address.address !== 'pat7@stoop.example') return done();
        done(Object.assign(new Error('5.1.1 No such user'), { responseCode: 550 }));
      },
    });
    const pool = mailer(`smtp://127.0.0.1:${port}`);
    const outcomes = await Promise.allSettled(Array.from({ length: 60 }, (_, at) => pool.send(to(at))));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect(received).toHaveLength(59);
    expect(sessions.size).toBeLessThanOrEqual(10);
    expect(most).toBeLessThanOrEqual(10);
    pool.close();
    await expect.poll(() => open).toBe(0);
  });

  it('are replaced when the server has ended them', async () => {
    const { port, received } = await startSmtp({ socketTimeout: 200 });
    const pool = mailer(`smtp://127.0.0.1:${port}`);
    await pool.send(to(1));
    await new Promise((resolve) => setTimeout(resolve, 600));
    await pool.send(to(2));
    expect(received.map(({ to: [address] }) => address)).toEqual([to(1).to, to(2).to]);
    pool.close();
  });

  it('end when the mailer is closed, and with them what is being sent', async () => {
    const { port } = await startSmtp({ onData: (stream) => void stream.resume() });
    const pool = mailer(`smtp://127.0.0.1:${port}`);
    const sending = Array.from({ length: 15 }, (_, at) => failure(pool.send(to(at))));
    await new Promise((resolve) => setTimeout(resolve, 200));
    const start = performance.now();
    pool.close();
    await Promise.all(sending);
    expect(performance.now() - start).toBeLessThan(2_000);
    await failure(pool.send(to(99)));
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
    expect(error).toBeInstanceOf(AddressRefused);
    expect(error).toMatchObject({ reason: '550 No such mailbox here' });
  });

  it('us as a sender: does not count as a refusal of the address', async () => {
    const { port } = await startSmtp({
      onRcptTo: (_address, _session, done) =>
        done(Object.assign(new Error('5.7.1 Relay access denied'), { responseCode: 554 })),
    });
    const error = await failure(mailer(`smtp://127.0.0.1:${port}`).send(mail));
    expect(error).not.toBeInstanceOf(AddressRefused);
    expect(error.message).toMatch(/^The email could not be sent: .*554 5\.7\.1 Relay access denied/);
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
