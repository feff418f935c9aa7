import { untilClosed } from './storage.ts';

const key = 'stoop.way-back';

/** Where somebody was going who has to sign in first: a mail leads to a page, and the sign-in must not lose it. */
export const wayBack = {
  keep: (address: string): void => untilClosed.set(key, address),

  /** Who signs out wants to be nowhere. */
  forget: (): void => untilClosed.remove(key),

  /** Answers it once. */
  take(): string | null {
    const address = untilClosed.get(key);
    wayBack.forget();
    return address;
  },
};
