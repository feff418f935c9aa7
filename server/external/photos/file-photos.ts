import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { unfinished, writeWhole } from '../write-file.ts';
import { type PhotoStorage, PhotoStorageError, requirePhotoKey } from './photo-storage.ts';

/** Stores photos as files in a folder per month. They show people's homes, so only the server's user can read them. */
export function filePhotos(dir: string): PhotoStorage {
  const fileOf = (key: string) => join(dir, requirePhotoKey(key));
  return {
    async put(key, bytes) {
      const file = fileOf(key);
      await orStorageError(async () => {
        await mkdir(dirname(file), { recursive: true, mode: 0o700 });
        await writeWhole(file, bytes);
      });
    },
    async get(key) {
      const file = fileOf(key);
      return await orStorageError(async () => await readFile(file).catch(undefinedIfMissing));
    },
    async remove(key) {
      const file = fileOf(key);
      await orStorageError(async () => {
        for (const path of [file, unfinished(file)]) await rm(path, { force: true });
      });
    },
  };
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

async function orStorageError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new PhotoStorageError(`the photo folder failed (${code ?? 'unknown'})`, { cause: error });
  }
}
