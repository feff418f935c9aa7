import type { ChangeFacts, ChangeTerms } from '../../contract/values/change-policy.ts';
import type { Services } from '../services.ts';
import type { Settings } from '../settings/settings.ts';
import type { PickupRow } from './pickup-row.ts';

type Terms = Pick<Settings, 'changeCutoff' | 'lateRefundPercent'>;

/** The terms of a booking that is made now, as its row stores them. */
export function storedTerms({ changeCutoff, lateRefundPercent }: Terms): Terms {
  return { changeCutoff, lateRefundPercent };
}

/** The terms that a pickup was booked under. Older rows have none stored: those of the settings apply. */
export function termsOf(pickup: Pick<PickupRow, 'changeCutoff' | 'lateRefundPercent'>, settings: Terms): ChangeTerms {
  return {
    cutoff: pickup.changeCutoff ?? settings.changeCutoff,
    lateRefundPercent: pickup.lateRefundPercent ?? settings.lateRefundPercent,
  };
}

/** The facts that the change policy decides on, as they are now. `progress` is that of the pickup's driver. */
export function changeFactsOf(
  { clock, settings }: Pick<Services, 'clock' | 'settings'>,
  pickup: PickupRow,
  progress: Pick<ChangeFacts, 'hasStarted' | 'stopsAhead'>,
): ChangeFacts {
  return {
    status: pickup.status,
    day: pickup.scheduledDay,
    bookedAt: pickup.createdAt,
    isPlanStop: pickup.subscriptionId !== null,
    isHeld: pickup.heldAt !== null,
    ...progress,
    terms: termsOf(pickup, settings),
    now: clock(),
  };
}
