import { timingSafeEqual } from 'node:crypto';

/** Returns true if a signature or token is right. The comparison takes the same time whichever part is wrong. */
export function isSameSecret(given: string | undefined, right: string): boolean {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
