import { fork } from 'node:child_process';
import type { BackupReport, BackupTask } from './backup-task.ts';

const program = new URL('./backup-process.ts', import.meta.url);
/** A backup holds a few blocks of half a megabyte and one photo. */
const execArgv = ['--max-old-space-size=128'];
const mostErrorText = 4_000;

/**
 * Makes a backup in its own process. Calls `onReport` for each step and waits for it. Throws when the process ends
 * without a report, as when the system has killed it.
 */
export async function runBackupProcess(
  task: BackupTask,
  onReport: (report: BackupReport) => Promise<void>,
): Promise<void> {
  const child = fork(program, { execArgv, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors = `${errors}${chunk}`.slice(-mostErrorText);
  });
  let isReported = false;
  let recording = Promise.resolve();
  child.on('message', (report: BackupReport) => {
    isReported = true;
    recording = recording.then(() => onReport(report));
    // It is awaited below, after the process has ended.
    recording.catch(() => {});
  });
  const ended = new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(signal ?? `code ${code}`));
  });
  child.send(task);
  const how = await ended;
  await recording;
  if (!isReported) throw new Error(`the process ended with ${how} ${errors}`.trim());
}
