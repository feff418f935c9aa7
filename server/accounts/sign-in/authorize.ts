import type { Role } from '../../../contract/accounts.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import type { Authorize } from '../../http/adapter.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { hasEnded, isUseStale } from '../rules.ts';
import { missingStep } from '../second-factor/rules.ts';
import { hashOfToken } from '../secret-token.ts';
import { endSession, findSession, recordUse } from './sign-in.store.ts';

/**
 * Returns the access check. It identifies the caller by the bearer token alone; cookies grant nothing. The client signs
 * out on any 401 or 403 (ERR-2), so 401 means only an invalid token and 403 only a wrong role. A missing second factor
 * is 409.
 */
export function authorizer({ db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>): Authorize {
  return async (endpoint, request) => {
    if (endpoint.access === 'public') return undefined;
    const token = bearerToken(request.headers.authorization);
    if (token === undefined) throw notSignedIn();
    const sid = hashOfToken(token);
    const session = await findSession(db, sid);
    if (!session) throw notSignedIn();
    const now = clock();
    if (hasEnded(session, now, settings.staffIdleHours)) {
      // Here and not only by the sweep, because the session must stay ended if the clock is set back.
      await endSession(db, sid);
      throw notSignedIn();
    }
    const { id, username, role, lastUsedAt } = session;
    if (isUseStale(lastUsedAt, now)) {
      // If the database is read-only for a while, reads must not fail because of this. The next request tries again.
      await recordUse(db, sid, lastUsedAt, { now, ip: request.ip }).catch(() => undefined);
    }
    if (!mayCall(endpoint.access, role)) {
      throw new Refusal(403, 'Your account does not have access to this', { code: 'wrong_role' });
    }
    const missing = missingStep(session, endpoint, { now, isRequired: settings.requireStaffTwoFactor });
    if (missing) throw new Refusal(409, missingWords[missing], { code: missing });
    return { id, username, role, sid };
  };
}

function mayCall(access: Endpoint['access'], role: Role): boolean {
  if (access === 'staff') return role !== 'customer';
  return access === 'user' || access === role;
}

const missingWords = {
  second_factor_required: 'Turn on two-factor sign-in to continue.',
  confirm_again: "Confirm it's you with a two-factor code.",
};

export function notSignedIn(): Refusal {
  return new Refusal(401, 'Please sign in', { code: 'not_signed_in' });
}

/** Returns the token of an `Authorization: Bearer …` header; undefined when it can't be one of ours. */
function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer ([\w-]{43})$/i.exec(header ?? '')?.[1];
}
