import { useEffect, useState } from 'react';
import { importedPlanPath } from '../../../contract/pages.ts';
import { returnPath } from '../../api/return-path.ts';

/**
 * Returns the token of an emailed link. Removes it from the URL immediately, so that it cannot be read off the screen,
 * copied or sent as a referrer. Keeps it in the state of this history entry, so that a reload still has it.
 */
export function useEmailedToken(): string | undefined {
  const [token] = useState(() => {
    const stored: unknown = (history.state as { emailedToken?: unknown } | null)?.emailedToken;
    return new URLSearchParams(location.search).get('token') || (typeof stored === 'string' ? stored : undefined);
  });
  useEffect(() => {
    if (location.search !== '') {
      // An invitation leads to the imported plan, once its customer has set a password and signed in.
      if (new URLSearchParams(location.search).get('next') === 'plan') returnPath.save(importedPlanPath);
      history.replaceState({ ...history.state, emailedToken: token }, '', location.pathname);
    }
  }, [token]);
  return token;
}
