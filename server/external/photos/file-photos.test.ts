import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jpeg } from '../../../tests/support/browser/pictures.ts';
import { filePhotos } from './file-photos.ts';
import { PhotoStorageError } from './photo-storage.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'stoop-photos-'));
});
afterEach(async () => await rm(dir, { recursive: true }));

const key = '2026-11/7-before-1.jpg';

describe('filePhotos', () => {
  it('stores, returns and deletes a photo', async () => {
    const photos = filePhotos(join(dir, 'photos'));
    expect(await photos.get(key)).toBeUndefined();
    await photos.put(key, jpeg, 'image/jpeg');
    expect(await readdir(join(dir, 'photos/2026-11'))).toEqual(['7-before-1.jpg']);
    expect(Buffer.from((await photos.get(key)) ?? []).equals(jpeg)).toBe(true);
    await photos.remove(key);
    expect(await readdir(join(dir, 'photos/2026-11'))).toEqual([]);
    await photos.remove(key);
  });

  it('writes files that no other user can read', async () => {
    const photos = filePhotos(join(dir, 'photos'));
    await photos.put(key, jpeg, 'image/jpeg');
    expect((await stat(join(dir, 'photos'))).mode & 0o777).toBe(0o700);
    expect((await stat(join(dir, 'photos', key))).mode & 0o777).toBe(0o600);
  });

  it('deletes the partial file of a killed process too', async () => {
    const photos = filePhotos(dir);
    await mkdir(join(dir, '2026-11'));
    await writeFile(join(dir, `${key}.part`), jpeg.subarray(0, 9));
    expect(await photos.get(key)).toBeUndefined();
    await photos.remove(key);
    expect(await readdir(join(dir, '2026-11'))).toEqual([]);
  });

  it('throws a PhotoStorageError when the folder is unusable', async () => {
    await writeFile(join(dir, 'file'), '');
    const photos = filePhotos(join(dir, 'file'));
    for (const work of [() => photos.put(key, jpeg, 'image/jpeg'), () => photos.get(key)]) {
      const error = await work().catch((failure) => failure);
      expect(error).toBeInstanceOf(PhotoStorageError);
      expect(error.message).toContain('ENOTDIR');
    }
    if (process.getuid?.() === 0) return;
    await chmod(dir, 0o500);
    await expect(filePhotos(join(dir, 'photos')).put(key, jpeg, 'image/jpeg')).rejects.toThrow('EACCES');
    await chmod(dir, 0o700);
  });

  it.each(['../x.jpg', '/etc/passwd', '2026-11/../../x.jpg', '2026-11/.part', ''])('never opens %s', async (odd) => {
    const photos = filePhotos(dir);
    await expect(photos.get(odd)).rejects.toThrow('not a photo key');
    await expect(photos.put(odd, jpeg, 'image/jpeg')).rejects.toThrow('not a photo key');
    await expect(photos.remove(odd)).rejects.toThrow('not a photo key');
  });
});
