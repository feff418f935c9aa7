import type { z } from 'zod/mini';
import {
  type changeOwnerSettings as endpoint,
  type OwnerSettings,
  type OwnerValues,
  ownerSettingsId,
} from '../../contract/owner-settings.ts';
import { recordChanges } from '../audit/record-change.ts';
import { inTransaction } from '../database/transaction.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { applyValues, valuesOf } from './apply-values.ts';
import { describeChanges, shiftHours } from './rules.ts';
import { readRow, writeRow } from './store.ts';

type SettingsServices = Pick<Services, 'db' | 'clock' | 'settings'>;

/** The settings as they are now, also when another server has just changed them. */
export async function getOwnerSettings({ db, settings }: Pick<Services, 'db' | 'settings'>): Promise<OwnerSettings> {
  const row = await readRow(db);
  if (row) applyValues(settings, row);
  return {
    values: valuesOf(settings),
    version: settings.ownerVersion,
    updatedAt: row?.updatedAt.toISOString() ?? null,
  };
}

/**
 * Saves changed values, with a line in the trail, and puts them into effect in this process; the others follow within seconds
 * (`follow-settings.ts`). Throws 400, and 409 when somebody else changed the settings since `version`.
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
  if (Object.keys(details).length === 0) return await getOwnerSettings(services);
  const row = await inTransaction(services.db, async (trx) => {
    const saved = await writeRow(trx, { version, values: after, now: services.clock() });
    if (!saved) throw changedMeanwhile();
    const line = { actorId, action: 'settings_changed', subject: 'settings', subjectId: ownerSettingsId } as const;
    await recordChanges(services, trx, [{ ...line, details }]);
    return saved;
  });
  applyValues(settings, row);
  return await getOwnerSettings(services);
}

function onlyGiven(values: { [Name in keyof OwnerValues]?: OwnerValues[Name] | undefined }): Partial<OwnerValues> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function changedMeanwhile(): Refusal {
  const message = 'Another admin has just changed the settings. Please check them and try again.';
  return new Refusal(409, message, { code: 'changed_meanwhile' });
}
