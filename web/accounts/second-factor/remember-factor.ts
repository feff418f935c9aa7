import type { QueryClient } from '@tanstack/react-query';
import { getSecondFactor } from '../../../contract/accounts/second-factor.ts';
import { getMe, type User } from '../../../contract/accounts.ts';
import { currentUserQuery } from '../../api/current-user.ts';
import { read } from '../../api/query-client.ts';
import { session } from '../../api/session.ts';

/** Updates all cached data that says whether two-factor sign-in is on. */
export async function rememberFactor(cache: QueryClient, user: User, twoFactorEnabled: boolean): Promise<void> {
  const changed = { ...user, twoFactorEnabled };
  session.remember(changed);
  cache.setQueryData(currentUserQuery.queryKey, changed);
  await Promise.all([
    cache.invalidateQueries({ queryKey: read(getMe).queryKey }),
    cache.invalidateQueries({ queryKey: read(getSecondFactor).queryKey }),
  ]);
}
