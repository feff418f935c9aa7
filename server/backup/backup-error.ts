/** Thrown when a backup can't be made, read or restored. The message is a sentence for the operator. */
export class BackupError extends Error {
  override name = 'BackupError';
}
