import { queryOptions } from '@tanstack/react-query';
import { type DriverSchedule, getDriverRoute } from '../../../contract/drivers.ts';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { numberStops } from '../schedule.ts';
import type { StopPlace } from './action.ts';

/** A schedule and when it was requested, by the phone's clock. It doesn't include later actions. */
export interface ReadRoute {
  readonly schedule: DriverSchedule;
  readonly askedAtMs: number;
}

/** Without a timeout, a call on a dead connection may hang for minutes. */
const timeoutMs = 15_000;

/** Called with every route that the server returns (open-phone.ts). */
let onRead: (route: ReadRoute) => void = () => undefined;
export function whenRouteIsRead(listener: (route: ReadRoute) => void): void {
  onRead = listener;
}

/** The driver's route as the server has it. Screens use `useDriverRoute`, which applies the outbox to it. */
export const driverRouteQuery = queryOptions({
  // The key starts with the path, so invalidating the path refreshes this query too.
  queryKey: [getDriverRoute.path, { asked: true }],
  async queryFn({ signal }): Promise<ReadRoute> {
    const askedAtMs = Date.now();
    const schedule = await call(getDriverRoute, { signal: withTimeout(signal) });
    const route = { schedule, askedAtMs };
    onRead(route);
    return route;
  },
});

function withTimeout(signal: AbortSignal): AbortSignal {
  return AbortSignal.any ? AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) : signal;
}

/** Returns the stop's number and address, or the disposal site's name for a visit, from the route as last read. */
export function placeOf(pickupId: string): StopPlace {
  const route = queryClient.getQueryData(driverRouteQuery.queryKey);
  for (const day of Object.values(route?.schedule ?? {})) {
    const found = numberStops(day.pickups).find(({ stop }) => stop.id === pickupId);
    if (found) return { number: found.number, address: found.stop.address };
    const visit = day.disposalVisits?.find(({ id }) => id === pickupId);
    if (visit) return { number: null, address: visit.siteName };
  }
  return { number: null, address: null };
}
