import { Secret, TOTP } from 'otpauth';
import type { TestApp } from '../app.ts';
import type { Person } from './people.ts';

/** Returns the code that an authenticator app shows for a key (base32) at a time. */
export function codeAt(key: string, time: Date): string {
  return new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: time.getTime() });
}

/** Turns two-factor sign-in on through the API, with the code of `now`. */
export async function enrol(
  t: TestApp,
  { token, password }: Person,
  now: Date,
): Promise<{ key: string; codes: string[] }> {
  const path = '/api/me/second-factor';
  const begun = await t.call('POST', `${path}/begin`, { token, body: { currentPassword: password } });
  const { key } = begun.body;
  const twoFactorCode = codeAt(key, now);
  const enabled = await t.call('POST', `${path}/enable`, { token, body: { twoFactorCode } });
  if (enabled.status !== 200) throw new Error(`could not enrol: ${enabled.status} ${JSON.stringify(enabled.body)}`);
  return { key, codes: enabled.body.recoveryCodes };
}
