import type * as z from 'zod/mini';
import type { LoginBody } from '../../../contract/accounts/forms.ts';
import { login } from '../../../contract/accounts.ts';
import { call } from '../../api/call.ts';
import { returnPath } from '../../api/return-path.ts';
import { requireStorage } from '../../api/storage.ts';
import { startSession } from './start-session.ts';

export type Credentials = z.output<typeof LoginBody>;

/**
 * Signs in and opens the user's home. Rejects if the server refuses. Otherwise the promise never resolves, because the
 * page is left.
 */
export async function signIn(credentials: Credentials): Promise<never> {
  requireStorage();
  const signedIn = await call(login, { body: credentials });
  return await startSession(signedIn, { title: 'Login successful', description: 'Welcome back!' }, returnPath.take());
}
