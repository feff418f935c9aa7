import { useState } from 'react';
import { session } from '../../api/session.ts';
import { untilClosed } from '../../api/storage.ts';

/** Returns a driver's setting in this tab and its setter. Stored per user, so the next driver doesn't see it. */
export function useSavedState(name: string): [value: string | null, setValue: (value: string) => void] {
  const key = `driver-${name} ${session.user()?.id ?? ''}`;
  const [value, setValue] = useState(() => untilClosed.get(key));
  const save = (next: string) => {
    setValue(next);
    untilClosed.set(key, next);
  };
  return [value, save];
}
