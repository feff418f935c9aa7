import { isThisMachine } from '../../this-machine.ts';

/** An SMTP server and how to connect to it. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** `first`: TLS from the first byte (smtps). The others use STARTTLS: always, if the server offers it, or never. */
  readonly encrypt: 'first' | 'required' | 'if offered' | 'never';
  readonly auth: { readonly user: string; readonly pass: string } | undefined;
}

/**
 * Parses smtp://user:password@host:587, where user and password may be percent-encoded; returns undefined for anything
 * else. A password crosses a network only encrypted, unless the URL has `?requireTLS=false`.
 */
export function readSmtpUrl(text: string): SmtpServer | undefined {
  const url = URL.parse(text);
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '') return undefined;
  // A password with an unencoded #, ? or / ends up here, and the URL would name the wrong host.
  if (!['', '/'].includes(url.pathname) || /[#\s]/.test(text)) return undefined;
  const requireTls = readRequireTls(url.searchParams);
  const user = decode(url.username);
  const pass = decode(url.password);
  if (requireTls === 'unreadable' || user === undefined || pass === undefined) return undefined;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const secure = url.protocol === 'smtps:';
  const auth = user === '' && pass === '' ? undefined : { user, pass };
  return {
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    encrypt: secure ? 'first' : encryptionFor(host, auth !== undefined, requireTls),
    auth,
  };
}

function encryptionFor(host: string, hasPassword: boolean, requireTls: boolean | undefined): SmtpServer['encrypt'] {
  if (requireTls !== undefined) return requireTls ? 'required' : 'if offered';
  // A relay on this machine usually has a self-signed certificate, and there is no network to eavesdrop on.
  if (isThisMachine(host)) return 'never';
  return hasPassword ? 'required' : 'if offered';
}

/** Reads `?requireTLS=…`. Nodemailer's own options aren't supported: some of them would log the password. */
function readRequireTls(search: URLSearchParams): boolean | undefined | 'unreadable' {
  const [first, ...others] = [...search];
  if (first === undefined) return undefined;
  const [name, value] = first;
  if (others.length > 0 || name !== 'requireTLS' || (value !== 'true' && value !== 'false')) return 'unreadable';
  return value === 'true';
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
