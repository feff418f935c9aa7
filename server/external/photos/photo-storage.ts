/** Where the pictures lie; which one belongs where, the database knows. A key is used once and its picture never changes. */
export interface PhotoStorage {
  /** Answers once the picture is there for good. */
  put(key: string, bytes: Uint8Array, type: string): Promise<void>;
  /** Undefined when there is none under this key. */
  get(key: string): Promise<Uint8Array | undefined>;
  /** Removing what is not there is fine. */
  remove(key: string): Promise<void>;
}

/** A disk that is full, a bucket that does not answer: may be better in a moment. The message may be logged: it holds no secret. */
export class PhotoStorageError extends Error {
  override name = 'PhotoStorageError';
}

/** No key leads out of the folder or the bucket, whatever a row of the database says. */
export function requirePhotoKey(key: string): string {
  if (!/^\d{4}-\d{2}\/[\w-]{1,200}\.[a-z]{3,4}$/.test(key)) throw new Error(`no key of a photo: ${key.slice(0, 100)}`);
  return key;
}
