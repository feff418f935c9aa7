import { useState } from 'react';
import { session } from '../api/session.ts';
import { untilClosed } from '../api/storage.ts';

/**
 * Something that a driver has set for the day, kept in this tab over pages and reloads. The phone may be handed on: the next
 * driver who signs in here reads nothing of it.
 */
export function useSavedState(name: string): [kept: string | null, keep: (value: string) => void] {
  const key = `driver-${name} ${session.user()?.id ?? ''}`;
  const [value, setValue] = useState(() => untilClosed.get(key));
  const keep = (next: string) => {
    setValue(next);
    untilClosed.set(key, next);
  };
  return [value, keep];
}
