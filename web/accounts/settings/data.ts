import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getMe, type User, updateMe } from '../../../contract/accounts.ts';
import { call } from '../../api/call.ts';
import { currentUserQuery } from '../../api/current-user.ts';
import { read } from '../../api/query-client.ts';
import { session } from '../../api/session.ts';
import type { Profile } from './profile-rules.ts';

/** TIME-6. */
const meMs = 30_000;

/** The signed-in person, read again and again; until the first answer, as they signed in. */
export function useMe(signedIn: User): User {
  const { data } = useQuery({ ...read(getMe), refetchOnMount: 'always', refetchInterval: meMs });
  return data ?? signedIn;
}

/** Saves the profile; whoever shows the person's name follows. */
export function useSaveProfile() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (profile: Profile) => call(updateMe, { body: profile }),
    onSuccess: async (user) => {
      // An answer of the poll that left before the change would bring the old name back.
      await cache.cancelQueries({ queryKey: read(getMe).queryKey });
      cache.setQueryData(read(getMe).queryKey, user);
      cache.setQueryData(currentUserQuery.queryKey, user);
      session.remember(user);
    },
  });
}
