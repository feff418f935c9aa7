import { isThisMachine } from '../../this-machine.ts';

/** Where an SMTP server is and how to speak to it. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** `first`: TLS from the first byte (smtps). Else by STARTTLS: always, where the server offers it, or never. */
  readonly encrypt: 'first' | 'required' | 'if offered' | 'never';
  readonly auth: { readonly user: string; readonly pass: string } | undefined;
}

/**
 * Reads smtp://user:password@host:587, where user and password may be percent-encoded; undefined for anything else.
 * A password crosses a network encrypted or not at all, unless `?requireTLS=false` says otherwise.
 */
export function readSmtpUrl(text: string): SmtpServer | undefined {
  const url = URL.parse(text);
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '') return undefined;
  // A password with a bare #, ? or / in it ends up here: half of it would be taken for the host.
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
    encrypt: secure ? 'first' : howToEncrypt(host, auth !== undefined, requireTls),
    auth,
  };
}

function howToEncrypt(host: string, hasPassword: boolean, requireTls: boolean | undefined): SmtpServer['encrypt'] {
  if (requireTls !== undefined) return requireTls ? 'required' : 'if offered';
  // A relay on this machine commonly offers a certificate that nobody signed, and there is no network to listen on.
  if (isThisMachine(host)) return 'never';
  return hasPassword ? 'required' : 'if offered';
}

/** Nodemailer's own options stay shut: some of them would write the password to the log. */
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
