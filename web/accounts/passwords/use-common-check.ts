import { useEffect, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { checkPassword } from '../../../contract/accounts/passwords.ts';
import type { CallArgs } from '../../../contract/endpoint.ts';
import { passwordRules } from '../../../contract/values/account-fields.ts';
import { call } from '../../api/call.ts';
import { useDebounced } from '../../ui/hooks/use-debounced.ts';

type Form = CallArgs<typeof checkPassword>['body'];

/** A pause that people rarely make within a word, so that half a password is rarely sent. */
const debounceMs = 800;

/**
 * Asks the server whether a password is common, once it meets the other rules and typing has paused. Returns null while
 * that isn't known: for another password, and if the server can't say. Sending the form decides in any case.
 */
export function useCommonCheck(password: string): boolean | null {
  const { getValues } = useFormContext<Form>();
  const debounced = useDebounced(password, debounceMs);
  const [answer, setAnswer] = useState<{ password: string; isCommon: boolean } | null>(null);
  const isAsked = passwordRules.every(({ holds }) => holds(debounced)) && answer?.password !== debounced;
  useEffect(() => {
    if (!isAsked) return;
    const attempt = new AbortController();
    const { signal } = attempt;
    const { username, email, firstName, lastName, token } = getValues();
    const body = { password: debounced, username, email, firstName, lastName, token };
    void call(checkPassword, { body, signal }).then(
      ({ isCommon }) => signal.aborted || setAnswer({ password: debounced, isCommon }),
      () => undefined,
    );
    return () => attempt.abort();
  }, [isAsked, debounced, getValues]);
  return answer?.password === password ? answer.isCommon : null;
}
