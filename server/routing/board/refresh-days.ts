import type { Services } from '../../services.ts';
import { refreshArrivals } from '../day/refresh-arrivals.ts';

/**
 * Recomputes routes that stops have just left, so that the board is up to date when the response arrives. A job does
 * the same later, so an error here is only logged.
 */
export async function refreshDays(
  services: Services,
  stops: readonly { driverId: string | null; scheduledDay: string | null }[],
): Promise<void> {
  const days = new Map(
    stops.map(({ driverId, scheduledDay }) => [`${driverId} ${scheduledDay}`, { driverId, scheduledDay }]),
  );
  for (const { driverId, scheduledDay } of days.values()) {
    if (driverId === null || scheduledDay === null) continue;
    try {
      await refreshArrivals(services, { driverId, day: scheduledDay });
    } catch (error) {
      services.log.warn({ err: error, driverId, day: scheduledDay }, 'could not refresh a route immediately');
    }
  }
}
