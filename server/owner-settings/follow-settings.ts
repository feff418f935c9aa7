import type { Services } from '../services.ts';
import { applyValues } from './apply-values.ts';
import { type OwnerSettingsRow, readRow } from './owner-settings.store.ts';

/** A change made by another server takes effect here within this time. */
const followEveryMs = 5_000;

/** Puts the saved settings into effect. Returns their row; undefined if none are saved. */
export async function readSavedSettings({
  db,
  settings,
}: Pick<Services, 'db' | 'settings'>): Promise<OwnerSettingsRow | undefined> {
  const row = await readRow(db);
  if (row) applyValues(settings, row);
  return row;
}

/**
 * Puts the saved settings into effect, and keeps following the changes that other servers make. Returns a function that
 * stops following. While the database is unavailable, the last values stay in effect.
 */
export async function followSettings({
  db,
  settings,
  log,
}: Pick<Services, 'db' | 'settings' | 'log'>): Promise<() => Promise<void>> {
  const refresh = async () => void (await readSavedSettings({ db, settings }));
  await refresh();
  let running: Promise<void> = Promise.resolve();
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    running = refresh()
      .catch((err: unknown) => log.warn({ err }, "the owner's settings could not be read"))
      .finally(() => {
        isBusy = false;
      });
  }, followEveryMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
