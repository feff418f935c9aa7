import { untilClosed } from './storage.ts';

const key = 'stoop.way-back';

/** What mails lead customers to: the form for another card, and a receipt. */
const mailed = /^\/billing\?(card|receipt)=/;

/**
 * The link of a mail that somebody followed who has to sign in first. A sign-in leads home (ACC-2); only what a mail asks
 * for is not lost over it.
 */
export const wayBack = {
  keep(address: string): void {
    if (mailed.test(address)) untilClosed.set(key, address);
    else wayBack.forget();
  },

  /** Who signs out wants to be nowhere. */
  forget: (): void => untilClosed.remove(key),

  /** Answers it once. */
  take(): string | null {
    const address = untilClosed.get(key);
    wayBack.forget();
    return address !== null && mailed.test(address) ? address : null;
  },
};
