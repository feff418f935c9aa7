import * as z from 'zod/mini';
import { OwnerValues, passageNames } from '../../contract/owner-settings.ts';
import { ServiceSeconds } from '../../contract/service-times.ts';
import { usualHours } from '../routing/shifts/shift-rules.ts';
import type { Settings } from '../settings/settings.ts';
import type { OwnerSettingsRow } from './owner-settings.store.ts';
import { shiftHours } from './rules.ts';

/** Returns the owner's values from the settings in effect. */
export function valuesOf(settings: Settings): OwnerValues {
  const { changeCutoff, lateRefundPercent, supportPhone, supportEmail, businessAddress, officeHours } = settings;
  const { start, end } = usualHours(settings.workTimes.startTime, settings.routeHours);
  const passages = Object.fromEntries(passageNames.map((name) => [name, settings.passages[name] ?? null]));
  return {
    ...{ changeCutoff, lateRefundPercent, supportPhone, supportEmail },
    ...{ businessAddress: businessAddress ?? null, officeHours: officeHours ?? null },
    ...{ shiftStart: start, shiftEnd: end, truckBags: settings.truckBags },
    passages: passages as OwnerValues['passages'],
  };
}

/** The values as saved: the owner's values, and the measured times of stops that routes use (null: the set times). */
export interface SavedValues extends OwnerValues {
  readonly measuredTimes: ServiceSeconds | null;
}

export function savedOf(settings: Settings): SavedValues {
  return { ...valuesOf(settings), measuredTimes: settings.measuredTimes };
}

/**
 * Puts saved values into effect, unless newer ones already are. Every use case reads the same settings object at each
 * use, so nothing has to be notified. Ignores values that this version of the app doesn't know. If one of the owner's
 * values isn't valid, all of them stay as they were.
 */
export function applyValues(settings: Settings, row: Pick<OwnerSettingsRow, 'values' | 'version'>): void {
  if (row.version <= settings.ownerVersion) return;
  const saved = readSaved({ ...valuesOf(settings), ...row.values }, settings);
  const measuredTimes = readMeasured(row.values, settings);
  const { shiftStart, shiftEnd, businessAddress, officeHours, passages, ...plain } = saved;
  Object.assign(settings, plain, {
    businessAddress: businessAddress ?? undefined,
    officeHours: officeHours ?? undefined,
    passages,
    measuredTimes,
    workTimes: { startTime: shiftStart, ...(measuredTimes ?? settings.setTimes) },
    routeHours: shiftHours({ shiftStart, shiftEnd }) ?? settings.routeHours,
    ownerVersion: row.version,
  });
}

function readSaved(merged: unknown, settings: Settings): OwnerValues {
  const parsed = z.safeParse(OwnerValues, merged);
  return parsed.success ? parsed.data : valuesOf(settings);
}

/** Returns null if the saved values have no measured times: nothing has been measured yet. */
function readMeasured(values: object, settings: Settings): ServiceSeconds | null {
  const parsed = z.safeParse(z.nullable(ServiceSeconds), 'measuredTimes' in values ? values.measuredTimes : null);
  return parsed.success ? parsed.data : settings.measuredTimes;
}
