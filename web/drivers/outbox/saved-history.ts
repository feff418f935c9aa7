import { historyFilterOf } from '../../pickups/history/filters.ts';
import { type HistoryPage, historyPages } from '../../pickups/history/pages.ts';
import { savedResponse } from './saved-route.ts';

const pages = historyPages(historyFilterOf('completed'));
type Ask = Extract<typeof pages.queryFn, (...args: never[]) => unknown>;

/** The driver's history, whose first page is kept on the phone: offline it shows what was done as far as it is known. */
export const keptHistoryPages = {
  ...pages,
  queryFn(context: Parameters<Ask>[0]): HistoryPage | Promise<HistoryPage> {
    const ask = async () => await (pages.queryFn as Ask)(context);
    return context.pageParam === '' ? savedResponse('history', context.signal, ask) : ask();
  },
};
