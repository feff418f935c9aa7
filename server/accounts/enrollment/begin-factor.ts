import type { NewFactor } from '../../../contract/accounts/second-factor.ts';
import { limitAttempts } from '../../rate-limits/limit-attempts.ts';
import { Refusal } from '../../refusal.ts';
import { signInLimit } from '../rules.ts';
import { saveNewKey } from '../second-factor/second-factor.store.ts';
import type { FactorServices } from '../second-factor/spend-factor.ts';
import { sealKey } from '../second-factor/stored-key.ts';
import { newTotpKey, totpUri } from '../second-factor/totp.ts';
import { releaseAttempt } from '../sign-in/sign-in.store.ts';
import type { Origin } from '../sign-in/verify-attempt.ts';
import { passwordChecked } from './prove-factor.ts';

/**
 * Makes a new key for the user's authenticator app, after checking the password. Sign-in doesn't change yet. A later
 * call replaces the key. Throws 400 (wrong password), 409 (two-factor sign-in is on) and 429.
 */
export async function beginFactor(
  services: FactorServices,
  actor: Origin & { id: string; username: string },
  currentPassword: string,
): Promise<NewFactor> {
  await limitAttempts(services, signInLimit, actor.ip);
  await releaseAttempt(services.db, await passwordChecked(services, actor, currentPassword));
  const key = newTotpKey();
  const isSaved = await saveNewKey(services.db, actor.id, sealKey(key, actor.id, services.settings.twoFactorKey));
  if (!isSaved) throw factorOn();
  const uri = totpUri(key, { issuer: services.settings.brandName, username: actor.username });
  return { key, uri, qrCode: await qrCodeOf(uri) };
}

export function factorOn(): Refusal {
  return new Refusal(409, 'Two-factor sign-in is already on.', { code: 'second_factor_on' });
}

/** Returns the QR code as a data: URL, which the pages' content security policy allows. */
async function qrCodeOf(text: string): Promise<string> {
  // Loaded here, because few requests need it and it would slow down the start.
  const { default: qr } = await import('qrcode');
  const svg = await qr.toString(text, { type: 'svg', margin: 2 });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
