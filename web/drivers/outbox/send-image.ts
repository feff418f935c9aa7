import type { CallResult, Endpoint } from '../../../contract/endpoint.ts';
import { uploadSeconds } from '../../../contract/photos.ts';
import { upload } from '../../api/upload.ts';

/** A large photo may take as long as the server allows. A small one that takes this long is on a dead connection. */
const photoTimeoutMs = 30_000;
const longestUploadMs = (uploadSeconds - 5) * 1000;
const slowestBytesPerSecond = 6000;

/** Returns how long to wait for the response to a photo, in ms. */
export function photoTimeoutFor({ size }: Pick<Blob, 'size'>): number {
  return Math.min(longestUploadMs, photoTimeoutMs + (size / slowestBytesPerSecond) * 1000);
}

/** Throws UnreadablePhotoError if the browser has lost the image. Sending it would look like a dead network. */
export async function sendImage<E extends Endpoint & { upload: object }>(
  endpoint: E,
  params: Readonly<Record<string, string>>,
  image: Blob,
): Promise<CallResult<E>> {
  await image
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => {
      throw new UnreadablePhotoError();
    });
  return await upload(endpoint, { params, blob: image, signal: AbortSignal.timeout(photoTimeoutFor(image)) });
}

export class UnreadablePhotoError extends Error {
  override readonly name = 'UnreadablePhotoError';
}
