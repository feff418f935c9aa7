import type { QueryClient } from '@tanstack/react-query';
import { getMe, type User } from '../../../contract/accounts.ts';
import { currentUserQuery } from '../../api/current-user.ts';
import { read } from '../../api/query-client.ts';
import { session } from '../../api/session.ts';

/** Updates the signed-in user in every cache and in the stored session, after a change to their account. */
export async function rememberUser(cache: QueryClient, user: User): Promise<void> {
  // A poll that started before the change would bring the old values back.
  await cache.cancelQueries({ queryKey: read(getMe).queryKey });
  cache.setQueryData(read(getMe).queryKey, user);
  cache.setQueryData(currentUserQuery.queryKey, user);
  session.remember(user);
}
