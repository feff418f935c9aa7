import { untilClosed } from './storage.ts';

const key = 'stoop.goodbye';

/**
 * The message to somebody who has deleted their account. The sign-in page of this tab shows it until somebody signs in.
 */
export const goodbye = {
  save: (text: string): void => untilClosed.set(key, text),
  read: (): string | null => untilClosed.get(key),
  clear: (): void => untilClosed.remove(key),
};
