import { setPriority } from 'node:os';
import { BackupError } from '../backup-error.ts';
import type { BackupReport, BackupTask } from './backup-task.ts';
import { copyToBucket } from './copy-to-bucket.ts';
import { writeNightly } from './write-nightly.ts';

/**
 * The process that makes a nightly backup. It is apart from the server, because copying, compressing and summing would
 * delay the server's responses, and it lets every other process of the machine go first. It stops when the server ends.
 */

/** The lowest priority that still gets its share when nothing else runs. */
const niceness = 19;

const stop = new AbortController();
const end = () => stop.abort(new BackupError('The server ended before the backup was done.'));
process.on('disconnect', end);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, end);

const report = (message: BackupReport) => {
  if (process.connected) process.send?.(message);
};

function failureOf(error: unknown): { failure: string; stack: string | undefined } {
  if (!(error instanceof Error)) return { failure: String(error), stack: undefined };
  const failure = error instanceof BackupError ? error.message : `The backup failed: ${error.message}.`;
  return { failure, stack: error.stack };
}

async function run(task: BackupTask): Promise<void> {
  const wait = { limitMs: task.limitMs, signal: stop.signal };
  try {
    report({ step: 'checked', ...(await writeNightly(task, wait)) });
  } catch (error) {
    return report({ step: 'failed', ...failureOf(error) });
  }
  if (!task.bucket) return;
  try {
    await copyToBucket({ ...task, bucket: task.bucket }, stop.signal);
    report({ step: 'copied' });
  } catch (error) {
    report({ step: 'copy-failed', ...failureOf(error) });
  }
}

process.once('message', async (task: BackupTask) => {
  setPriority(niceness);
  await run(task);
  if (process.connected) process.disconnect();
});
