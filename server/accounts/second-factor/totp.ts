import { Secret, TOTP } from 'otpauth';
import { stepSeconds, stepsOff } from './rules.ts';

/** Returns a new key of 160 bits, in base32. */
export function newTotpKey(): string {
  return new Secret({ size: 20 }).base32;
}

/** Returns the otpauth: URI that authenticator apps read. */
export function totpUri(key: string, names: { issuer: string; username: string }): string {
  return totpOf(key, { issuer: names.issuer, label: names.username }).toString();
}

/** Returns the number of the time step that the code belongs to, at most one step off; undefined for a wrong code. */
export function stepOfCode(key: string, code: string, now: Date): number | undefined {
  // The library throws for characters that take more than one byte.
  if (!/^[0-9]{6}$/.test(code)) return undefined;
  const totp = totpOf(key);
  const timestamp = now.getTime();
  const off = totp.validate({ token: code, timestamp, window: stepsOff });
  return off === null ? undefined : totp.counter({ timestamp }) + off;
}

/** Uses the parameters that every authenticator app supports: SHA-1 (RFC 6238), 6 digits, 30 seconds. */
function totpOf(key: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...names, secret: Secret.fromBase32(key), algorithm: 'SHA1', digits: 6, period: stepSeconds });
}
