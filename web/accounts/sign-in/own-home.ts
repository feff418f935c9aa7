import { homeOf } from '../../../contract/pages.ts';
import { session } from '../../api/session.ts';

/** Where somebody who is signed in already belongs; null for a stranger. The guard there checks the session. */
export function ownHome(): ReturnType<typeof homeOf> | null {
  return session.token() ? homeOf(session.user()?.role ?? '') : null;
}
