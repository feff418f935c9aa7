import type { Authorize } from '../../http/adapter.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { bearerToken, sidOf } from './session-token.ts';
import { findSessionUser } from './store.ts';

/**
 * Finds who asks by the bearer token alone; cookies carry no authority. The client signs out on any 401 or 403
 * (ERR-2): 401 is only for a token that opens nothing, 403 only for a wrong role.
 */
export function authorizer({ db, clock }: Pick<Services, 'db' | 'clock'>): Authorize {
  return async (access, request) => {
    if (access === 'public') return undefined;
    const token = bearerToken(request.headers.authorization);
    if (token === undefined) throw notSignedIn();
    const sid = sidOf(token);
    const user = await findSessionUser(db, sid, clock());
    if (!user) throw notSignedIn();
    if (access !== 'user' && access !== user.role) {
      throw new Refusal(403, 'This is not open to your account', { code: 'wrong_role' });
    }
    return { ...user, sid };
  };
}

export function notSignedIn(): Refusal {
  return new Refusal(401, 'Please sign in', { code: 'not_signed_in' });
}
