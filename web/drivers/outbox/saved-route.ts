import { NetworkError, SignedOutError } from '../../api/api-error.ts';
import { session } from '../../api/session.ts';
import { phoneStore } from './phone-store.ts';

/** On a dying signal what is kept is shown after this. */
const patienceMs = 5000;

/**
 * For a page that has to open without network: the server's answer is kept on the phone for this user, and where nobody
 * answers, the last one stands in. Not for the route, which has more to it (driver-route-query.ts).
 */
export async function savedResponse<T>(name: string, signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
  const userId = session.user()?.id ?? '';
  const askedAtMs = Date.now();
  const asked = ask().then(async (answer) => {
    await phoneStore.keepAnswer({ userId, name, askedAtMs, answer }).catch(() => undefined);
    return answer;
  });
  // It may still fail when nobody waits for it any more.
  asked.catch(() => undefined);
  try {
    return await Promise.race([asked, late()]);
  } catch (error) {
    if (error instanceof SignedOutError || signal.aborted) throw error;
    const kept = await phoneStore.answerOf(userId, name).catch(() => undefined);
    return kept ? (kept.answer as T) : await asked;
  }
}

function late(): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new NetworkError('too late')), patienceMs));
}
