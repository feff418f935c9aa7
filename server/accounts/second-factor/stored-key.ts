import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** The prefix of an encrypted key. A key that isn't encrypted is base32, which has no dot. */
const sealed = 'v1.';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Returns a key as the database stores it: encrypted (AES-256-GCM, bound to the account) with the deployment's
 * `TWO_FACTOR_KEY`, or unchanged if there is none.
 */
export function sealKey(key: string, userId: string, secret: Buffer | undefined): string {
  if (!secret) return key;
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', secret, nonce).setAAD(Buffer.from(userId));
  const text = Buffer.concat([cipher.update(key, 'utf8'), cipher.final()]);
  return sealed + Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
}

/** Returns the key in base32; undefined when it was encrypted with another `TWO_FACTOR_KEY` or for another account. */
export function openKey(stored: string, userId: string, secret: Buffer | undefined): string | undefined {
  if (!stored.startsWith(sealed)) return stored;
  if (!secret) return undefined;
  const bytes = Buffer.from(stored.slice(sealed.length), 'base64url');
  const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes);
  try {
    const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    });
    decipher.setAAD(Buffer.from(userId)).setAuthTag(tag);
    return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}
