import { hash } from 'node:crypto';
import { imageSize } from 'image-size';
import { maxPhotoSide, type PhotoType } from '../../contract/photos.ts';
import { Refusal } from '../refusal.ts';
import { cleanJpeg } from './clean-jpeg.ts';
import { cleanPng, pngSignature } from './clean-png.ts';
import { cleanWebp } from './clean-webp.ts';

export interface CleanPhoto {
  bytes: Buffer;
  type: PhotoType;
  width: number;
  height: number;
  /** Of the bytes that are kept: the same picture has the same. */
  version: string;
}

/**
 * What is kept of a picture: judged by what it holds, whatever it is called, and rid of all that is not the picture, above all of
 * where it was taken. Throws 400 when it is none, is damaged, or too large a one.
 */
export function cleanPhoto(sent: Uint8Array): CleanPhoto {
  const bytes = Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength);
  const type = typeOf(bytes);
  if (!type) throw new Refusal(400, 'Please send a photo: a JPEG, PNG or WebP picture.', { code: 'not_a_photo' });
  const clean = cleaners[type](bytes);
  const size = clean && sizeOf(clean);
  if (!clean || !size)
    throw new Refusal(400, 'This photo is damaged. Please take it again.', { code: 'damaged_photo' });
  const { width, height } = size;
  if (width > maxPhotoSide || height > maxPhotoSide) {
    const message = `This photo is too large: at most ${maxPhotoSide} by ${maxPhotoSide} pixels.`;
    throw new Refusal(400, message, { code: 'photo_too_large' });
  }
  return { bytes: clean, type, width, height, version: hash('sha256', clean, 'base64url').slice(0, 22) };
}

const cleaners: Record<PhotoType, (bytes: Buffer) => Buffer | undefined> = {
  'image/jpeg': (bytes) => cleanJpeg(bytes, (head) => sizeOf(head)?.orientation),
  'image/png': cleanPng,
  'image/webp': (bytes) => cleanWebp(bytes, sizeOf),
};

function typeOf(bytes: Buffer): PhotoType | undefined {
  if (bytes.length >= 3 && bytes.readUIntBE(0, 3) === 0xffd8ff) return 'image/jpeg';
  if (bytes.subarray(0, pngSignature.length).equals(pngSignature)) return 'image/png';
  const isRiff = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  return isRiff ? 'image/webp' : undefined;
}

/** Undefined where nothing can be read of it, or a side has no length. */
function sizeOf(bytes: Buffer): { width: number; height: number; orientation?: number } | undefined {
  try {
    const size = imageSize(bytes);
    return size.width >= 1 && size.height >= 1 ? size : undefined;
  } catch {
    return undefined;
  }
}
