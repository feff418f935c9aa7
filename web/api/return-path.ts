import { untilClosed } from './storage.ts';

const key = 'stoop.way-back';

/** Pages that emails link customers to: the card update form, a receipt, the payment of a pickup, an imported plan. */
const emailed = /^\/(billing\?(card|receipt)|checkout\?pickupId|subscribe\?imported)=/;

/** The emailed link that a customer followed. Signing in opens its page, or else the home page (ACC-2). */
export const returnPath = {
  save(address: string): void {
    if (emailed.test(address)) untilClosed.set(key, address);
    else returnPath.clear();
  },

  clear: (): void => untilClosed.remove(key),

  /** Returns the path once, then clears it. */
  take(): string | null {
    const address = untilClosed.get(key);
    returnPath.clear();
    return address !== null && emailed.test(address) ? address : null;
  },
};
