import { timingSafeEqual } from 'node:crypto';

/** Whether a signature or token is right. The comparison takes the same time however much of it is right. */
export function isSameSecret(given: string | undefined, right: string): boolean {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
