import { timingSafeEqual } from 'node:crypto';

/** Whether somebody gave the right signature or token, in a time that doesn't depend on how much of it was right. */
export function isSameSecret(given: string | undefined, right: string): boolean {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
