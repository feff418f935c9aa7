import { useState } from 'react';
import { session } from '../../api/session.ts';
import { untilClosed } from '../../api/storage.ts';

/**
 * A setting of the driver for the day. It survives page changes and reloads in this tab, and is stored per user, so that the next
 * driver who signs in on this phone doesn't see it.
 */
export function useSavedState(name: string): [value: string | null, setValue: (value: string) => void] {
  const key = `driver-${name} ${session.user()?.id ?? ''}`;
  const [value, setValue] = useState(() => untilClosed.get(key));
  const save = (next: string) => {
    setValue(next);
    untilClosed.set(key, next);
  };
  return [value, save];
}
