import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../same-secret.ts';

/**
 * The marker of a device that has signed in before: a random id with the server's signature, in a cookie. It gives no
 * access: it only decides under which device a failed sign-in counts.
 */

export interface MarkerOptions {
  secret: string;
  /** True if clients use https. Then the cookie can't be set by another host or over http. */
  https: boolean;
}

/** Browsers store no cookie for longer than this. */
const maxAgeSeconds = 400 * 24 * 60 * 60;

/** Returns the device's id from a request's cookies, if it has our signature. */
export function readMarker(cookies: string | undefined, { secret, https }: MarkerOptions): string | undefined {
  const start = `${cookieName(https)}=`;
  const cookie = cookies?.split('; ').find((each) => each.startsWith(start));
  const [, id = '', signature = ''] = /^([\da-f-]{36})\.([\w-]{43})$/.exec(cookie?.slice(start.length) ?? '') ?? [];
  return isSameSecret(signature, sign(id, secret)) ? id : undefined;
}

/** Returns the `Set-Cookie` header with a device's marker. Scripts can't read the cookie; other sites can't send it. */
export function writeMarker(id: string, { secret, https }: MarkerOptions): string {
  const value = `${cookieName(https)}=${id}.${sign(id, secret)}`;
  return `${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${https ? '; Secure' : ''}`;
}

function cookieName(https: boolean): string {
  return https ? '__Host-device' : 'device';
}

function sign(id: string, secret: string): string {
  return createHmac('sha256', secret).update(id).digest('base64url');
}
