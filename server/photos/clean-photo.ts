import { hash } from 'node:crypto';
import { maxPhotoSide, type PhotoType } from '../../contract/photos.ts';
import { Limiter } from '../limiter.ts';
import { Refusal } from '../refusal.ts';

export interface CleanPhoto {
  bytes: Buffer;
  type: PhotoType;
  width: number;
  height: number;
  /** The hash of the saved bytes: the same image has the same version. */
  version: string;
}

/** One photo is cleaned at a time while up to 50 wait, because decoding takes a core and up to 100 MB. */
const limiter = new Limiter(1, 50);

/**
 * Decodes a photo and encodes it again, upright and without metadata such as its location. The content determines the
 * type, not the name. Throws 400 when it isn't a photo, is damaged or too large, and 503 when too many photos are
 * waiting.
 */
export async function cleanPhoto(sent: Uint8Array): Promise<CleanPhoto> {
  const bytes = Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength);
  const type = typeOf(bytes);
  if (!type) throw new Refusal(400, 'Please send a JPEG, PNG or WebP photo.', { code: 'not_a_photo' });
  const { data, info } = await limiter.run(() => reencode(bytes));
  const { width, height } = info;
  return { bytes: data, type, width, height, version: hash('sha256', data, 'base64url').slice(0, 22) };
}

/** Accepts only formats that browsers display; sharp reads more. */
function typeOf(bytes: Buffer): PhotoType | undefined {
  if (bytes.toString('latin1', 0, 3) === '\xff\xd8\xff') return 'image/jpeg';
  if (bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  return isWebp ? 'image/webp' : undefined;
}

async function reencode(bytes: Buffer) {
  const sharp = await loadSharp();
  // Reads only the header, so the image's size doesn't matter.
  const { width, height, pages = 1 } = await orDamaged(sharp(bytes, { limitInputPixels: false }).metadata());
  if (width > maxPhotoSide || height > maxPhotoSide) {
    const message = `This photo is too large. The maximum is ${maxPhotoSide} by ${maxPhotoSide} pixels.`;
    throw new Refusal(400, message, { code: 'photo_too_large' });
  }
  if (pages > 1) throw damaged();
  // `force: false` keeps the image's format. Without `optimiseCoding`, the encoder doesn't keep the whole image in
  // memory: 70 MB less for 12 megapixels.
  const picture = sharp(bytes, { failOn: 'warning', limitInputPixels: maxPhotoSide ** 2, autoOrient: true })
    .jpeg({ optimiseCoding: false, force: false })
    .png({ compressionLevel: 3, force: false })
    .webp({ effort: 0, force: false })
    .timeout({ seconds: 30 });
  return await orDamaged(picture.toBuffer({ resolveWithObject: true }));
}

/** Loads sharp with the first photo, because it takes 21 MB of memory. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  });
  return sharp;
}

async function orDamaged<T>(work: Promise<T>): Promise<T> {
  return await work.catch(() => {
    throw damaged();
  });
}

const damaged = () => new Refusal(400, 'This photo is damaged. Please take it again.', { code: 'damaged_photo' });
