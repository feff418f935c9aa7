import type { z } from 'zod/mini';
import type { BoardStop } from '../../../contract/routing/day-board.ts';
import { serviceSeconds, type WorkTimes } from '../day/plan/route-rules.ts';
import { presentStop } from '../list-routes.ts';
import type { Leg } from '../routing.store.ts';
import type { StopRow } from '../stops.store.ts';
import { revisionOf } from './revision-rules.ts';

export function presentBoardStop(stop: StopRow, leg: Leg | undefined, times: WorkTimes): z.input<typeof BoardStop> {
  const { customerId, firstName, lastName, username, phone, driverId, subscriptionId, pickupWindow } = stop;
  return {
    ...presentStop(stop, leg),
    ...{ customerId, firstName, lastName, username, phone, driverId, subscriptionId, pickupWindow },
    serviceMinutes: Math.ceil(serviceSeconds(stop, times) / 60),
    revision: revisionOf(stop),
  };
}
