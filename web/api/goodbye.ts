import { untilClosed } from './storage.ts';

const key = 'stoop.goodbye';

/** The last words to somebody who has deleted the account: the sign-in page of this tab shows them until somebody signs in. */
export const goodbye = {
  save: (text: string): void => untilClosed.set(key, text),
  read: (): string | null => untilClosed.get(key),
  clear: (): void => untilClosed.remove(key),
};
