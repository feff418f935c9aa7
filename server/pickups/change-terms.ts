import type { ChangeFacts, ChangeTerms } from '../../contract/values/change-policy.ts';
import type { Services } from '../services.ts';
import type { Settings } from '../settings/settings.ts';
import type { PickupRow } from './pickup-row.ts';

type Terms = Pick<Settings, 'changeCutoff' | 'lateRefundPercent'>;

/** Returns the terms that the row of a new booking stores. */
export function storedTerms({ changeCutoff, lateRefundPercent }: Terms): Terms {
  return { changeCutoff, lateRefundPercent };
}

/** Returns the terms that a pickup was booked under. Older rows have none stored, so the settings apply to them. */
export function termsOf(pickup: Pick<PickupRow, 'changeCutoff' | 'lateRefundPercent'>, settings: Terms): ChangeTerms {
  return {
    cutoff: pickup.changeCutoff ?? settings.changeCutoff,
    lateRefundPercent: pickup.lateRefundPercent ?? settings.lateRefundPercent,
  };
}

/** Returns the current facts for the change policy. `progress` is the progress of the pickup's driver. */
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
