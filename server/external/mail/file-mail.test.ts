import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readMails } from '../../../tests/support/services/mails.ts';
import { fileMail } from './file-mail.ts';

const now = new Date('2026-11-21T14:05:09.123Z');
const from = { name: 'Kerb, Inc.', address: 'hello@kerb.example' };
let root: string;
let lines: { details: object; message: string }[];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'stoop-mail-'));
  lines = [];
});
afterEach(async () => await rm(root, { recursive: true }));

const dir = () => join(root, 'data/mail');
const log = { warn: (details: object, message: string) => void lines.push({ details, message }) };
const mailer = (path = dir()) => fileMail(path, from, { clock: () => now, log });
const mail = { to: 'pat@stoop.example', subject: 'Grüße 🗑', text: 'secret-token\n\nEin Gruß', html: '<p>Gruß</p>' };

describe('fileMail', () => {
  it('writes one message that any email program opens', async () => {
    await mailer().send(mail);
    const [sent, ...others] = await readMails(dir());
    expect(others).toEqual([]);
    expect(sent).toMatchObject({ to: mail.to, from: '"Kerb, Inc." <hello@kerb.example>', subject: mail.subject });
    expect(sent?.text.trim()).toBe(mail.text);
    expect(sent?.html.trim()).toBe(mail.html);
    const raw = await readFile(sent?.file ?? '', 'latin1');
    expect(raw).toMatch(/^Date: Sat, 21 Nov 2026 14:05:09 \+0000\r$/m);
    expect(raw).toMatch(/^Message-ID: <[^>]+@kerb\.example>\r$/m);
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it('writes a long link on one line', async () => {
    const link = `https://stoop.example/reset-password?token=${'aB3-_'.repeat(8)}xyz`;
    await mailer().send({ ...mail, text: `Here:\n${link}\n` });
    const [sent] = await readMails(dir());
    expect(await readFile(sent?.file ?? '', 'utf8')).toContain(`\r\n${link}\r\n`);
    await mailer().send({ to: mail.to, subject: 'Text alone', text: `Here:\n${link}\n` });
    const alone = (await readMails(dir())).find(({ subject }) => subject === 'Text alone');
    expect(alone?.text).toBe(`Here:\n${link}\n`);
  });

  it('offers to unsubscribe with one click where that is possible', async () => {
    await mailer().send(mail);
    const unsubscribeUrl = `https://stoop.example/api/unsubscribe?token=${'aB3-_'.repeat(40)}`;
    await mailer().send({ ...mail, to: 'sam@stoop.example', unsubscribeUrl });
    const mails = await readMails(dir());
    const rawOf = async (to: string) => await readFile(mails.find((one) => one.to === to)?.file ?? '', 'latin1');
    const withUrl = await rawOf('sam@stoop.example');
    expect(await rawOf(mail.to)).not.toContain('List-Unsubscribe');
    expect(withUrl).toContain(`\r\nList-Unsubscribe: <${unsubscribeUrl}>\r\n`);
    expect(withUrl).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
  });

  it('writes complete files that only the server can read', async () => {
    await mailer().send(mail);
    const [file = '', ...others] = await readdir(dir());
    expect(others).toEqual([]);
    expect(file).toMatch(/^20261121T140509123Z-pat_at_stoop\.example-[0-9a-f]{8}\.eml$/);
    expect((await stat(dir())).mode & 0o777).toBe(0o700);
    expect((await stat(join(dir(), file))).mode & 0o777).toBe(0o600);
    expect((await stat(dirname(dir()))).mode & 0o005).toBe(0o005);
  });

  it('logs the file name and no content', async () => {
    await mailer().send(mail);
    const [file = ''] = await readdir(dir());
    expect(lines).toEqual([{ details: { file: join(dir(), file) }, message: expect.stringContaining('SMTP_URL') }]);
  });

  it('never writes outside its folder', async () => {
    for (const to of [
      '../../etc/passwd@x.example',
      '/@x.example',
      '.hidden@x.example',
      `${'x'.repeat(300)}@x.example`,
    ]) {
      await mailer().send({ ...mail, to });
    }
    const files = await readdir(dir());
    expect(files).toHaveLength(4);
    for (const file of files)
      expect(file).toMatch(/^20261121T140509123Z-[A-Za-z0-9_-][A-Za-z0-9._-]{0,79}-[0-9a-f]{8}\.eml$/);
    expect((await readdir(root)).map((name) => basename(name))).toEqual(['data']);
  });

  it('writes separate files for emails of the same instant', async () => {
    const one = mailer();
    await Promise.all(Array.from({ length: 20 }, (_, index) => one.send({ ...mail, text: `mail ${index}` })));
    expect(new Set((await readMails(dir())).map(({ text }) => text)).size).toBe(20);
  });

  it('treats the recipient as one address and the subject as one line', async () => {
    await mailer().send({ ...mail, to: 'a@x.example, b@x.example', subject: 'Hello\r\nBcc: c@x.example' });
    const [sent] = await readMails(dir());
    const raw = await readFile(sent?.file ?? '', 'latin1');
    expect(raw).not.toMatch(/^(To: a@x\.example, b@x\.example|Bcc:)/m);
  });

  it('rejects when it cannot write', async () => {
    await writeFile(join(root, 'file'), '');
    await expect(mailer(join(root, 'file/mail')).send(mail)).rejects.toThrow(/ENOTDIR|EEXIST/);
    expect(lines).toEqual([]);
  });
});
