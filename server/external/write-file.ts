import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Returns the path that a file is written to before it is renamed. A crash may leave it behind; nothing reads it. */
export const unfinished = (file: string) => `${file}.part`;

/** Writes a private file atomically and durably: syncs the content, renames, then syncs the folder. */
export async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  const part = unfinished(file);
  try {
    const handle = await open(part, 'wx', 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(part, file);
    const folder = await open(dirname(file), 'r');
    await folder.sync().finally(() => folder.close());
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
