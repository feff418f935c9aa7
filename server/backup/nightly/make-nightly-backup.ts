import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Services } from '../../services.ts';
import { usualWaitLimit } from '../wait-limit.ts';
import type { BackupReport, BackupTask } from './backup-task.ts';
import { endInterrupted, expectBackups, insertStarted, readAttempts, recordStep } from './nightly.store.ts';
import { isDue, nightlyName, nightOf } from './nightly-rules.ts';
import { runBackupProcess } from './run-backup-process.ts';

type BackupServices = Pick<Services, 'db' | 'clock' | 'settings' | 'log' | 'databaseUrl'>;

const copyPausesMs = [10_000, 60_000];

/**
 * Makes the backup of the night if it is due and none is made yet, and records its steps. The queue runs at most one
 * such job at a time, so a backup that isn't recorded as ended was interrupted. A process without BACKUP_DIR does
 * nothing. Never throws for a backup that fails: the row has the reason, and Needs attention shows it. Tests pass
 * shorter waits.
 */
export async function makeNightlyBackup(
  services: BackupServices,
  waits: Pick<BackupTask, 'limitMs' | 'copyPausesMs'> = { ...usualWaitLimit, copyPausesMs },
): Promise<void> {
  const { db, clock, settings, databaseUrl } = services;
  if (!settings.nightlyBackup) return;
  const { dir, at } = settings.nightlyBackup;
  const now = clock();
  await expectBackups(db, now);
  await endInterrupted(db, now);
  const night = nightOf(now, at);
  if (!isDue(await readAttempts(db, night), now)) return;
  const row = { id: randomUUID(), night, host: hostname(), fileName: nightlyName(now), startedAt: now };
  await insertStarted(db, row);
  const { bucket, dataDir } = settings;
  const task: BackupTask = {
    ...{ databaseUrl, dir, bucket, name: row.fileName, ...waits },
    // A bucket has the photos already: a copy of all of them each night would cost much and protect little.
    photoDir: bucket ? undefined : join(dataDir, 'photos'),
  };
  try {
    await runBackupProcess(task, async (report) => await record(services, row.id, report, bucket !== undefined));
  } catch (error) {
    services.log.error({ err: error, file: row.fileName }, 'the process of a backup ended');
    const failure = 'The process that made it ended. The log has the reason.';
    await record(services, row.id, { step: 'failed', failure, stack: undefined }, false);
  }
}

async function record(
  { db, clock, log }: BackupServices,
  id: string,
  report: BackupReport,
  isCopied: boolean,
): Promise<void> {
  const now = clock();
  const { step } = report;
  if (step === 'checked') {
    const { bytes, rows } = report;
    await recordStep(db, id, { bytes, rows, checkedAt: now, ...(!isCopied && { endedAt: now }) });
    log.info({ bytes, rows }, 'a backup was made and checked');
  } else if (step === 'copied') {
    await recordStep(db, id, { copiedAt: now, endedAt: now });
    log.info({}, 'a backup was copied to the bucket');
  } else {
    const { failure, stack } = report;
    await recordStep(db, id, { endedAt: now, ...(step === 'failed' ? { failure } : { copyFailure: failure }) });
    log.error({ failure, stack }, step === 'failed' ? 'a backup failed' : 'a backup was not copied to the bucket');
  }
}
