import { NetworkError, SignedOutError } from '../../api/api-error.ts';
import { session } from '../../api/session.ts';
import { historyFilterOf } from '../../pickups/history/filters.ts';
import { type HistoryPage, historyPages } from '../../pickups/history/pages.ts';
import { phoneStore } from '../outbox/phone-store.ts';

const pages = historyPages(historyFilterOf('completed'));
type Ask = Extract<typeof pages.queryFn, (...args: never[]) => unknown>;

/** The driver's history. Its first page is saved on the phone, so that it opens without network. */
export const savedHistoryPages = {
  ...pages,
  queryFn(context: Parameters<Ask>[0]): HistoryPage | Promise<HistoryPage> {
    const ask = async () => await (pages.queryFn as Ask)(context);
    return context.pageParam === '' ? savedResponse('history', context.signal, ask) : ask();
  },
};

/** On a dying signal the saved page is shown after this time. */
const timeoutMs = 5000;

/** The server's response, which is saved on the phone for this user; the saved one if the server can't be reached. */
async function savedResponse<T>(name: string, signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
  const userId = session.user()?.id ?? '';
  const askedAtMs = Date.now();
  const asked = ask().then(async (answer) => {
    await phoneStore.saveResponse({ userId, name, askedAtMs, answer }).catch(() => undefined);
    return answer;
  });
  // It may still fail after the timeout.
  asked.catch(() => undefined);
  try {
    return await Promise.race([asked, timeout()]);
  } catch (error) {
    if (error instanceof SignedOutError || signal.aborted) throw error;
    const saved = await phoneStore.responseOf(userId, name).catch(() => undefined);
    return saved ? (saved.answer as T) : await asked;
  }
}

function timeout(): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new NetworkError('too late')), timeoutMs));
}
