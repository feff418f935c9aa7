import type { BucketSettings } from '../../external/bucket/s3-bucket.ts';

/** What the server sends to the process that makes a nightly backup. */
export interface BackupTask {
  readonly databaseUrl: string;
  readonly dir: string;
  readonly name: string;
  /** The folder of the photos; undefined to leave them out, because a bucket has them. */
  readonly photoDir: string | undefined;
  /** Where a copy goes. */
  readonly bucket: BucketSettings | undefined;
  readonly limitMs: number;
  /** The pauses before the copy is tried again. */
  readonly copyPausesMs: readonly number[];
}

/** What that process reports. Failures are sentences for people; `stack` is for the log. */
export type BackupReport =
  | { readonly step: 'checked'; readonly bytes: number; readonly rows: number }
  | { readonly step: 'copied' }
  | { readonly step: 'copy-failed'; readonly failure: string; readonly stack: string | undefined }
  | { readonly step: 'failed'; readonly failure: string; readonly stack: string | undefined };
