import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface SentMail {
  file: string;
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
}

/** Reads the emails that the file mailer wrote to a folder, the oldest first. */
export async function readMails(dir: string): Promise<SentMail[]> {
  const files = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const mails = await Promise.all(
    files
      .filter((name) => name.endsWith('.eml'))
      .map(async (name) => {
        const file = join(dir, name);
        const { mtimeNs, ino } = await stat(file, { bigint: true });
        return { mtimeNs, ino, mail: { file, ...parseMail(await readFile(file, 'utf8')) } };
      }),
  );
  // Sorted by the file's time, because the time in the name is the services' clock, which a test may have stopped.
  // Inodes break ties.
  return mails.sort((a, b) => Number(a.mtimeNs - b.mtimeNs || a.ino - b.ino)).map(({ mail }) => mail);
}

/** Returns the link in an email to this page of the app, as path and query. */
export function linkIn(mail: SentMail | undefined, page: string): string {
  const link = mail?.text.split(/\s+/).find((word) => URL.parse(word)?.pathname === page);
  if (!link) throw new Error(`no link to ${page} in: ${mail?.text}`);
  const { pathname, search } = new URL(link);
  return `${pathname}${search}`;
}

/** Returns the token of the link in an email to this page. */
export function tokenIn(mail: SentMail | undefined, page: string): string {
  return new URLSearchParams(linkIn(mail, page).split('?')[1]).get('token') ?? '';
}

/** Parses the parts of RFC 822 and MIME that our own mailer writes. */
export function parseMail(raw: string): Omit<SentMail, 'file'> {
  const { headers, parts } = readPart(raw);
  const text = (type: string) => parts.find((part) => part.type === type)?.text ?? '';
  const address = (name: string) => /<([^>]+)>/.exec(headers.get(name) ?? '')?.[1] ?? headers.get(name) ?? '';
  return {
    to: address('to'),
    from: decodeWords(headers.get('from') ?? ''),
    subject: decodeWords(headers.get('subject') ?? ''),
    text: text('text/plain'),
    html: text('text/html'),
  };
}

interface Part {
  headers: Map<string, string>;
  parts: { type: string; text: string }[];
}

function readPart(raw: string): Part {
  const end = raw.indexOf('\r\n\r\n');
  const body = raw.slice(end + 4);
  const headers = new Map<string, string>();
  for (const line of raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const colon = line.indexOf(':');
    headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  const type = headers.get('content-type') ?? 'text/plain';
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1];
  if (!boundary) {
    const text = decodeBody(body, headers.get('content-transfer-encoding'));
    return { headers, parts: [{ type: type.split(';')[0] ?? '', text }] };
  }
  const inner = body.split(`--${boundary}`).slice(1, -1);
  return { headers, parts: inner.flatMap((part) => readPart(part.replace(/^\r\n/, '')).parts) };
}

function decodeBody(body: string, encoding = '7bit'): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body.replaceAll('\r\n', '\n');
  return decodeQuoted(body.replace(/=\r\n/g, '')).replaceAll('\r\n', '\n');
}

function decodeQuoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Decodes =?UTF-8?Q?…?= and =?UTF-8?B?…?= in a header. */
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : decodeQuoted(word.replaceAll('_', ' ')),
    );
}
