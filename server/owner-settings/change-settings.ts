import type { z } from 'zod/mini';
import {
  type changeOwnerSettings as endpoint,
  type OwnerSettings,
  type OwnerValues,
  ownerSettingsId,
} from '../../contract/owner-settings.ts';
import type { ServiceSeconds } from '../../contract/service-times.ts';
import { recordChanges } from '../audit/record-change.ts';
import { inTransaction } from '../database/transaction.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { applyValues, type SavedValues, savedOf, valuesOf } from './apply-values.ts';
import { readSavedSettings } from './follow-settings.ts';
import { writeRow } from './owner-settings.store.ts';
import { describeChanges, describeTimes, shiftHours } from './rules.ts';

type SettingsServices = Pick<Services, 'db' | 'clock' | 'settings'>;

/** Returns the current settings, including changes that another server has just made. */
export async function getOwnerSettings({ db, settings }: Pick<Services, 'db' | 'settings'>): Promise<OwnerSettings> {
  const row = await readSavedSettings({ db, settings });
  return {
    values: valuesOf(settings),
    version: settings.ownerVersion,
    updatedAt: row?.updatedAt.toISOString() ?? null,
  };
}

/**
 * Saves changed values with a line in the trail, and puts them into effect in this process. Other processes follow
 * within seconds (`follow-settings.ts`). Throws 400 (the shift), and 409 `changed_meanwhile` when somebody else has
 * changed the settings since `version`.
 */
export async function changeOwnerSettings(
  services: SettingsServices,
  actorId: string,
  { version, values: wanted }: z.output<(typeof endpoint)['body']>,
): Promise<OwnerSettings> {
  const { settings } = services;
  const { values: before, version: present } = await getOwnerSettings(services);
  if (version !== present) throw changedMeanwhile();
  const after: OwnerValues = { ...before, ...onlyGiven(wanted) };
  const hasNewShift = after.shiftStart !== before.shiftStart || after.shiftEnd !== before.shiftEnd;
  if (hasNewShift && shiftHours(after) === null) {
    const message = 'The shift has to end 1 to 16 hours after it starts.';
    throw new Refusal(400, message, { errors: { 'values.shiftEnd': message } });
  }
  const details = describeChanges(before, after);
  await save(services, actorId, { version, values: { ...after, measuredTimes: settings.measuredTimes }, details });
  return await getOwnerSettings(services);
}

/**
 * Makes routes use the measured times, or the set times if null, with a line in the trail. They take effect as in
 * `changeOwnerSettings`. Throws 409 `changed_meanwhile` when somebody else changes the settings at the same time.
 */
export async function saveMeasuredTimes(
  services: SettingsServices,
  actorId: string,
  measuredTimes: ServiceSeconds | null,
): Promise<void> {
  const { settings } = services;
  const { version } = await getOwnerSettings(services);
  const details = describeTimes(settings, measuredTimes);
  await save(services, actorId, { version, values: { ...savedOf(settings), measuredTimes }, details });
}

/** Replaces the saved values of `version`, unless `details` is empty. Throws 409 if another version is saved. */
async function save(
  services: SettingsServices,
  actorId: string,
  { version, values, details }: { version: number; values: SavedValues; details: Record<string, string> },
): Promise<void> {
  if (Object.keys(details).length === 0) return;
  const row = await inTransaction(services.db, async (trx) => {
    const saved = await writeRow(trx, { version, values, now: services.clock() });
    if (!saved) throw changedMeanwhile();
    const line = { actorId, action: 'settings_changed', subject: 'settings', subjectId: ownerSettingsId } as const;
    await recordChanges(services, trx, [{ ...line, details }]);
    return saved;
  });
  applyValues(services.settings, row);
}

function onlyGiven(values: { [Name in keyof OwnerValues]?: OwnerValues[Name] | undefined }): Partial<OwnerValues> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function changedMeanwhile(): Refusal {
  const message = 'Another admin has just changed the settings. Please check them and try again.';
  return new Refusal(409, message, { code: 'changed_meanwhile' });
}
