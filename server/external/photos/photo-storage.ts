/** Stores photo files by key; the database maps pickups to keys. A key is used once and its file never changes. */
export interface PhotoStorage {
  /** Resolves once the photo is stored durably. `type` is its MIME type. */
  put(key: string, bytes: Uint8Array, type: string): Promise<void>;
  /** Resolves with undefined when the key doesn't exist. */
  get(key: string): Promise<Uint8Array | undefined>;
  /** Deleting an unknown key is no error. */
  remove(key: string): Promise<void>;
}

/** Thrown when the storage fails, such as a full disk or an unreachable bucket. The message contains no secret. */
export class PhotoStorageError extends Error {
  override name = 'PhotoStorageError';
}

/** Returns the key. Throws for any key that could lead outside the folder or bucket, whatever the database row says. */
export function requirePhotoKey(key: string): string {
  if (!/^\d{4}-\d{2}\/[\w-]{1,200}\.[a-z]{3,4}$/.test(key)) throw new Error(`not a photo key: ${key.slice(0, 100)}`);
  return key;
}
