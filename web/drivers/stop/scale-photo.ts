import { phonePhotoSide } from '../../../contract/photos.ts';

const jpegQuality = 0.8;

/** Thrown if a photo can't be prepared. The message is for the driver. */
export class PhotoError extends Error {
  override name = 'PhotoError';
}

/** Returns the picture's size in pixels, scaled down until its longer side fits `max`. Never enlarges. */
export function fitWithin(width: number, height: number, max = phonePhotoSide): { width: number; height: number } {
  const scale = Math.min(1, max / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Returns the photo as a JPEG small enough for a weak signal, upright and without metadata. Throws PhotoError. */
export async function scalePhoto(file: Blob): Promise<Blob> {
  const picture = await open(file);
  try {
    const { width, height } = fitWithin(picture.width, picture.height);
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const pen = canvas.getContext('2d');
    if (!pen) throw new PhotoError('This phone is out of memory. Close other apps and try again.');
    // JPEG has no transparency, so transparent areas would turn black.
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, width, height);
    pen.imageSmoothingQuality = 'high';
    pen.drawImage(picture, 0, 0, width, height);
    return await toJpeg(canvas);
  } finally {
    picture.close();
  }
}

async function open(file: Blob): Promise<ImageBitmap> {
  if (file.size === 0) throw new PhotoError('The photo is empty. Please take it again.');
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    throw new PhotoError("We couldn't read this file as a photo. Please take it again.");
  }
}

function toJpeg(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new PhotoError("We couldn't resize the photo. Please take it again."))),
      'image/jpeg',
      jpegQuality,
    );
  });
}
