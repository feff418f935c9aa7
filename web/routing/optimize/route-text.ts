import { countedBagsText, statusLabels } from '../../../contract/pickups.ts';
import type { Route } from '../../../contract/routing.ts';
import { type DateKey, formatDateKey } from '../../../contract/values/time/dates.ts';
import { capitalized } from '../../ui/text/capitalized.ts';
import { moneyText } from '../../ui/text/money-text.ts';
import { withVisits } from '../disposal/visit-rows.ts';
import { visitText, visitTitle } from '../disposal/visit-words.ts';
import { stopsText } from '../route-words.ts';

export const noRoutesText = 'No routes created yet. Create routes from address clusters in the dashboard.';

/** Sorts routes: today and later first, ascending; then past days, latest first. */
export function inReadingOrder(routes: readonly Route[], today: DateKey): Route[] {
  return routes.toSorted((one, other) => {
    const isOver = Number(one.date < today) - Number(other.date < today);
    if (isOver !== 0) return isOver;
    const byDate = one.date < other.date ? -1 : one.date > other.date ? 1 : 0;
    return (one.date < today ? -byDate : byDate) || (one.driverName < other.driverName ? -1 : 1);
  });
}

/** Returns a route as plain text, with a numbered line for each stop and a line for each visit to a disposal site. */
export function routeText(route: Route): string {
  const { driverName, date, status, progress, totalStops, estimatedRevenue, pickups, disposalVisits } = route;
  return [
    `${driverName}, ${formatDateKey(date)}`,
    `${capitalized(status)}, ${Math.round(progress)}% done · ${stopsText(totalStops)} · ${moneyText(estimatedRevenue)}`,
    ...withVisits(pickups, disposalVisits).map(({ visit, stop, index }) =>
      visit
        ? `${visitTitle(visit)} (${visitText(visit)})`
        : `${index + 1}. ${stop.address} (${countedBagsText(stop)}, ${statusWord(stop.status)})`,
    ),
  ].join('\n');
}

const statusWord = (status: string) => statusLabels[status as keyof typeof statusLabels] ?? capitalized(status);
