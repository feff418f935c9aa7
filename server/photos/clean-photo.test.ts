import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { maxPhotoSide } from '../../contract/photos.ts';
import {
  exif,
  jpeg,
  jpegSegment,
  longWebp,
  png,
  pngChunk,
  webp,
  webpAlpha,
  webpChunk,
  webpLossless,
  withChunks,
  withSegments,
} from '../../tests/support/browser/pictures.ts';
import type { Refusal } from '../refusal.ts';
import { cleanPhoto } from './clean-photo.ts';

const secret = Buffer.from('39.9526 N 75.1652 W');

const clean = async (bytes: Uint8Array) => (await cleanPhoto(bytes)).bytes;

async function refusal(bytes: Buffer): Promise<string | undefined> {
  try {
    await cleanPhoto(bytes);
  } catch (error) {
    expect((error as Refusal).status).toBe(400);
    return (error as Refusal).code;
  }
  return undefined;
}

describe('an image without metadata', () => {
  it.each([
    ['image/jpeg', jpeg],
    ['image/png', png],
    ['image/webp', webp],
    ['image/webp', webpAlpha],
    ['image/webp', webpLossless],
  ])('keeps its type and its size: %s', async (type, bytes) => {
    const photo = await cleanPhoto(bytes);
    expect(photo).toMatchObject({ type, width: 40, height: 30 });
    expect(await sharp(photo.bytes).metadata()).toMatchObject({ format: type.slice('image/'.length), width: 40 });
    expect(photo.version).toMatch(/^[\w-]{22}$/);
    expect(await cleanPhoto(Buffer.from(bytes))).toEqual(photo);
  });

  it.each([
    ['JPEG', jpeg],
    ['PNG', png],
    ['WebP', webp],
    ['WebP with transparency', webpAlpha],
  ])('looks the same afterwards: %s', async (_name, bytes) => {
    const [before, after] = await Promise.all([bytes, await clean(bytes)].map((each) => sharp(each).raw().toBuffer()));
    expect(after?.length).toBe(before?.length);
    const differences = Array.from(before ?? [], (value, at) => Math.abs(value - (after?.[at] ?? 0)));
    expect(differences.reduce((sum, each) => sum + each, 0) / differences.length).toBeLessThan(4);
  });

  it('is read from any offset in memory', async () => {
    const shifted = new Uint8Array(Buffer.concat([Buffer.alloc(7), jpeg])).subarray(7);
    expect(await clean(shifted)).toEqual(await clean(jpeg));
  });

  it('may have the maximum size', async () => {
    const side = maxPhotoSide;
    const white = await sharp({ create: { width: side, height: side, channels: 3, background: '#fff' } })
      .jpeg()
      .toBuffer();
    expect(await cleanPhoto(white)).toMatchObject({ width: side, height: side });
  });
});

describe('metadata', () => {
  it.each([
    ['EXIF', [exif(1, secret.toString())]],
    ['XMP', [jpegSegment(0xe1, Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0'), secret]))]],
    ['a color profile', [jpegSegment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0'), secret]))]],
    ['IPTC', [jpegSegment(0xed, secret)]],
    ['a comment', [jpegSegment(0xfe, secret)]],
    ['a small copy', [jpegSegment(0xe0, Buffer.concat([Buffer.from('JFXX\0\x10'), jpeg, secret]))]],
    ['several', [jpegSegment(0xfe, secret), exif(1), Buffer.from([0xff, 0xff]), jpegSegment(0xef, secret)]],
  ])('is removed from a JPEG: %s', async (_name, segments) => {
    expect(await clean(withSegments(...segments))).toEqual(await clean(jpeg));
  });

  it.each([2, 3, 6, 8])('is removed from a JPEG, which is turned upright (%i)', async (orientation) => {
    const { bytes, width, height } = await cleanPhoto(withSegments(exif(orientation, secret.toString())));
    expect(bytes.includes(secret)).toBe(false);
    expect(bytes.includes('Exif')).toBe(false);
    const size = orientation < 5 ? { width: 40, height: 30 } : { width: 30, height: 40 };
    expect({ width, height }).toEqual(size);
    const metadata = await sharp(bytes).metadata();
    expect(metadata).toMatchObject(size);
    expect(metadata.orientation).toBeUndefined();
    const turned = await sharp(bytes).raw().toBuffer();
    expect(turned).not.toEqual(
      await sharp(await clean(jpeg))
        .raw()
        .toBuffer(),
    );
  });

  it.each([0, 1, 9, 255])('with an unknown orientation is ignored (%i)', async (orientation) => {
    expect(await clean(withSegments(exif(orientation)))).toEqual(await clean(jpeg));
  });

  it.each([
    ['eXIf', secret],
    ['tEXt', secret],
    ['iTXt', secret],
    ['zTXt', secret],
    ['tIME', Buffer.alloc(7)],
    ['iCCP', secret],
    ['acTL', Buffer.alloc(8)],
  ])('is removed from a PNG: %s', async (name, content) => {
    expect(await clean(withChunks([pngChunk(name, content)]))).toEqual(await clean(png));
  });

  it.each([
    ['EXIF', 0x08],
    ['XMP ', 0x04],
    ['ICCP', 0x20],
    ['what', 0x00],
  ])('is removed from a WebP: %s', async (name, flag) => {
    expect(await clean(longWebp(flag, [webpChunk(name, secret)]))).toEqual(await clean(webp));
    const alpha = longWebp(flag | 0x10, [webpChunk(name, secret)], webpAlpha.subarray(30));
    expect(await clean(alpha)).toEqual(await clean(webpAlpha));
  });

  it.each([
    ['JPEG', jpeg],
    ['PNG', png],
    ['WebP', webp],
  ])('after the end of a %s is removed', async (_name, bytes) => {
    expect(await clean(Buffer.concat([bytes, Buffer.from('PK\x03\x04<script>')]))).toEqual(await clean(bytes));
  });
});

describe('cleanPhoto rejects', () => {
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['two bytes', jpeg.subarray(0, 2)],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a GIF', Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64')],
    ['a BMP', Buffer.from('BM000000000000')],
    ['another RIFF', Buffer.concat([Buffer.from('RIFF\x24\0\0\0WAVEfmt '), Buffer.alloc(30)])],
    ['a PDF', Buffer.from('%PDF-1.7')],
  ])('%s, which is not a photo', async (_name, bytes) => {
    expect(await refusal(bytes)).toBe('not_a_photo');
  });

  it.each([
    // The last bytes of a PNG only mark its end; the image is complete without them.
    ['JPEG', jpeg, 0],
    ['PNG', png, 12],
    ['WebP', webp, 0],
    ['WebP with transparency', webpAlpha, 0],
  ])('a %s truncated anywhere', async (_name, bytes, endBytes) => {
    for (let length = 12; length < bytes.length - endBytes; length += 1) {
      expect(await refusal(bytes.subarray(0, length)), String(length)).toBe('damaged_photo');
    }
  });

  it('an HTML page after the first bytes of a photo', async () => {
    const page = Buffer.from('<script>alert(1)</script>'.repeat(20));
    for (const bytes of [jpeg, png, webp]) {
      expect(await refusal(Buffer.concat([bytes.subarray(0, 12), page]))).toBe('damaged_photo');
    }
  });

  it('a JPEG with two frames or none', async () => {
    const at = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
    const frame = jpeg.subarray(at, at + 2 + jpeg.readUInt16BE(at + 2));
    expect(await refusal(withSegments(frame))).toBe('damaged_photo');
    const frameless = Buffer.concat([jpeg.subarray(0, at), jpeg.subarray(at + frame.length)]);
    expect(await refusal(frameless)).toBe('damaged_photo');
  });

  it('a progressive JPEG with repeated scans', async () => {
    const progressive = await sharp(jpeg).jpeg({ progressive: true }).toBuffer();
    const scan = progressive.subarray(progressive.lastIndexOf(Buffer.from([0xff, 0xda])), -2);
    const scans = (count: number) =>
      Buffer.concat([progressive.subarray(0, -2), ...Array<Buffer>(count).fill(scan), progressive.subarray(-2)]);
    expect(await refusal(scans(0))).toBeUndefined();
    expect(await refusal(scans(200))).toBe('damaged_photo');
  });

  it('a PNG with a wrong checksum or an unknown critical chunk', async () => {
    const wrong = Buffer.from(png);
    wrong[20] = 7;
    expect(await refusal(wrong)).toBe('damaged_photo');
    expect(await refusal(withChunks([pngChunk('EVIL', secret)]))).toBe('damaged_photo');
    expect(await refusal(withChunks([pngChunk('IHDR', Buffer.alloc(13))]))).toBe('damaged_photo');
  });

  it('a WebP with an animation or two images', async () => {
    const frames = await Promise.all(['#f00', '#00f'].map((background) => frameOf(background)));
    const animated = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer();
    expect((await sharp(animated).metadata()).pages).toBe(2);
    expect(await refusal(animated)).toBe('damaged_photo');
    expect(await refusal(longWebp(0, [webp.subarray(12)]))).toBe('damaged_photo');
  });

  it.each([
    // An image with too little data for its size is damaged, not too large.
    [4096, 4096, 'damaged_photo'],
    [4097, 10, 'photo_too_large'],
    [10, 4097, 'photo_too_large'],
    [100_000, 100_000, 'photo_too_large'],
    [0, 30, 'damaged_photo'],
  ])('sides of %i by %i', async (width, height, code) => {
    expect(await refusal(withChunks([], { width, height }))).toBe(code);
  });

  it('an image with a false size', async () => {
    const huge = Buffer.from(jpeg);
    const at = huge.indexOf(Buffer.from([0xff, 0xc0]));
    huge.writeUInt16BE(65_000, at + 5);
    expect(await refusal(huge)).toBe('photo_too_large');
    const lied = Buffer.from(webpAlpha);
    lied.writeUIntLE(9, 24, 3);
    expect(await refusal(lied)).toBe('damaged_photo');
  });

  it('random bytes, in bounded time', async () => {
    const started = performance.now();
    let seed = 1;
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed;
    };
    for (let round = 0; round < 1_000; round += 1) {
      const picture = [jpeg, png, webp, webpAlpha, webpLossless][round % 5] as Buffer;
      const bytes = Buffer.from(picture);
      for (let change = 0; change < 4; change += 1) bytes[random() % bytes.length] = random() % 256;
      await refusal(bytes);
    }
    for (const fill of [0x00, 0xff, 0xd8])
      await refusal(Buffer.concat([jpeg.subarray(0, 4), Buffer.alloc(5_000_000, fill)]));
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('photos when too many are waiting', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => cleanPhoto(jpeg)));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.map(({ reason }) => reason)).toEqual(
      Array(9).fill(expect.objectContaining({ status: 503, code: 'busy' })),
    );
  });
});

const frameOf = (background: string) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer();
