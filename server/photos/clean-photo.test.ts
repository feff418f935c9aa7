import { imageSize } from 'image-size';
import { describe, expect, it } from 'vitest';
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
} from '../../tests/support/pictures.ts';
import type { Refusal } from '../refusal.ts';
import { cleanPhoto } from './clean-photo.ts';

const secret = Buffer.from('39.9526 N 75.1652 W');

function refusal(bytes: Buffer): string | undefined {
  try {
    cleanPhoto(bytes);
  } catch (error) {
    expect((error as Refusal).status).toBe(400);
    return (error as Refusal).code;
  }
  return undefined;
}

describe('a picture without anything around it', () => {
  it.each([
    ['image/jpeg', jpeg],
    ['image/png', png],
    ['image/webp', webp],
    ['image/webp', webpAlpha],
    ['image/webp', webpLossless],
  ])('is kept as it is: %s', (type, bytes) => {
    const clean = cleanPhoto(bytes);
    expect(clean).toMatchObject({ type, width: 40, height: 30 });
    expect(clean.bytes.equals(bytes)).toBe(true);
    expect(clean.version).toMatch(/^[\w-]{22}$/);
    expect(cleanPhoto(Buffer.from(bytes)).version).toBe(clean.version);
  });

  it('is read from any place in memory', () => {
    const shifted = new Uint8Array(Buffer.concat([Buffer.alloc(7), jpeg])).subarray(7);
    expect(cleanPhoto(shifted).bytes.equals(jpeg)).toBe(true);
  });
});

describe('what tells more than the picture', () => {
  it.each([
    ['EXIF', [exif(1, secret.toString())]],
    ['XMP', [jpegSegment(0xe1, Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0'), secret]))]],
    ['a colour profile', [jpegSegment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0'), secret]))]],
    ['IPTC', [jpegSegment(0xed, secret)]],
    ['a comment', [jpegSegment(0xfe, secret)]],
    ['a small copy', [jpegSegment(0xe0, Buffer.concat([Buffer.from('JFXX\0\x10'), jpeg, secret]))]],
    ['several', [jpegSegment(0xfe, secret), exif(1), Buffer.from([0xff, 0xff]), jpegSegment(0xef, secret)]],
  ])('is taken out of a JPEG: %s', (_name, segments) => {
    const sent = withSegments(...segments);
    expect(cleanPhoto(sent).bytes.equals(jpeg)).toBe(true);
  });

  it.each([2, 3, 6, 8])('leaves which way up a JPEG is (%i), and nothing else of the EXIF', (orientation) => {
    const { bytes } = cleanPhoto(withSegments(exif(orientation, secret.toString())));
    expect(bytes.includes(secret)).toBe(false);
    expect(bytes.includes('ACM')).toBe(false);
    expect(imageSize(bytes)).toMatchObject({ width: 40, height: 30, orientation });
    expect(cleanPhoto(bytes).bytes.equals(bytes)).toBe(true);
  });

  it.each([0, 1, 9, 255])('takes no nonsense for a direction (%i)', (orientation) => {
    expect(cleanPhoto(withSegments(exif(orientation))).bytes.equals(jpeg)).toBe(true);
  });

  it.each([
    ['eXIf', secret],
    ['tEXt', secret],
    ['iTXt', secret],
    ['zTXt', secret],
    ['tIME', Buffer.alloc(7)],
    ['iCCP', secret],
    ['acTL', Buffer.alloc(8)],
  ])('is taken out of a PNG: %s', (name, content) => {
    expect(cleanPhoto(withChunks([pngChunk(name, content)])).bytes.equals(png)).toBe(true);
  });

  it.each([
    ['EXIF', 0x08],
    ['XMP ', 0x04],
    ['ICCP', 0x20],
    ['what', 0x00],
  ])('is taken out of a WebP: %s', (name, flag) => {
    expect(cleanPhoto(longWebp(flag, [webpChunk(name, secret)])).bytes.equals(webp)).toBe(true);
    const alpha = longWebp(flag | 0x10, [webpChunk(name, secret)], webpAlpha.subarray(30));
    expect(cleanPhoto(alpha).bytes.equals(webpAlpha)).toBe(true);
  });

  it.each([
    ['JPEG', jpeg],
    ['PNG', png],
    ['WebP', webp],
  ])('is cut off behind the end of a %s', (_name, bytes) => {
    expect(cleanPhoto(Buffer.concat([bytes, Buffer.from('PK\x03\x04<script>')])).bytes.equals(bytes)).toBe(true);
  });
});

describe('what is refused', () => {
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['two bytes', jpeg.subarray(0, 2)],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a GIF', Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64')],
    ['a BMP', Buffer.from('BM000000000000')],
    ['another RIFF', Buffer.concat([Buffer.from('RIFF\x24\0\0\0WAVEfmt '), Buffer.alloc(30)])],
    ['a PDF', Buffer.from('%PDF-1.7')],
  ])('%s is no photo', (_name, bytes) => {
    expect(refusal(bytes)).toBe('not_a_photo');
  });

  it.each([
    ['JPEG', jpeg],
    ['PNG', png],
    ['WebP', webp],
    ['WebP with transparency', webpAlpha],
  ])('a %s that breaks off anywhere', (_name, bytes) => {
    for (let length = 12; length < bytes.length; length += 1) {
      expect(refusal(bytes.subarray(0, length)), String(length)).toBe('damaged_photo');
    }
  });

  it('a page behind the first bytes of a photo', () => {
    const page = Buffer.from('<script>alert(1)</script>'.repeat(20));
    for (const bytes of [jpeg, png, webp]) {
      expect(refusal(Buffer.concat([bytes.subarray(0, 12), page]))).toBe('damaged_photo');
    }
  });

  it('a JPEG of two frames, without one, or of a kind that browsers do not show', () => {
    const at = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
    const frame = jpeg.subarray(at, at + 2 + jpeg.readUInt16BE(at + 2));
    expect(refusal(withSegments(frame))).toBe('damaged_photo');
    expect(refusal(Buffer.concat([jpeg.subarray(0, at), jpeg.subarray(at + frame.length)]))).toBe('damaged_photo');
    const arithmetic = Buffer.from(jpeg);
    arithmetic[at + 1] = 0xc9;
    expect(refusal(arithmetic)).toBe('damaged_photo');
  });

  it('a JPEG with more scans than anybody needs', () => {
    const at = jpeg.indexOf(Buffer.from([0xff, 0xda]));
    const scan = jpeg.subarray(at, jpeg.length - 2);
    const scans = (count: number) =>
      Buffer.concat([jpeg.subarray(0, at), ...Array<Buffer>(count).fill(scan), jpeg.subarray(-2)]);
    expect(refusal(scans(10))).toBeUndefined();
    expect(refusal(scans(200))).toBe('damaged_photo');
  });

  it('a PNG whose checksum is wrong, or with a chunk that nobody knows', () => {
    const wrong = Buffer.from(png);
    wrong[20] = 7;
    expect(refusal(wrong)).toBe('damaged_photo');
    expect(refusal(withChunks([pngChunk('EVIL', secret)]))).toBe('damaged_photo');
    expect(refusal(withChunks([pngChunk('IHDR', Buffer.alloc(13))]))).toBe('damaged_photo');
  });

  it('a WebP that moves, or of two pictures', () => {
    expect(refusal(longWebp(0x02, [webpChunk('ANIM', Buffer.alloc(6)), webpChunk('ANMF', webp)]))).toBe(
      'damaged_photo',
    );
    expect(refusal(longWebp(0, [webp.subarray(12)]))).toBe('damaged_photo');
  });

  it.each([
    [4096, 4096, undefined],
    [4097, 10, 'photo_too_large'],
    [10, 4097, 'photo_too_large'],
    [100_000, 100_000, 'photo_too_large'],
    [0, 30, 'damaged_photo'],
  ])('sides of %i by %i', (width, height, code) => {
    expect(refusal(withChunks([], { width, height }))).toBe(code);
  });

  it('takes no bomb for a photo: the sides are those of what is shown', () => {
    const huge = Buffer.from(jpeg);
    const at = huge.indexOf(Buffer.from([0xff, 0xc0]));
    huge.writeUInt16BE(65_000, at + 5);
    expect(refusal(huge)).toBe('photo_too_large');
    const lied = Buffer.from(webpAlpha);
    lied.writeUIntLE(9, 24, 3);
    expect(cleanPhoto(lied)).toMatchObject({ width: 40, height: 30 });
    expect(cleanPhoto(lied).bytes.equals(webpAlpha)).toBe(true);
  });

  it('comes to an end with any bytes, soon', () => {
    const started = performance.now();
    let seed = 1;
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed;
    };
    for (let round = 0; round < 3_000; round += 1) {
      const picture = [jpeg, png, webp, webpAlpha, webpLossless][round % 5] as Buffer;
      const bytes = Buffer.from(picture);
      for (let change = 0; change < 4; change += 1) bytes[random() % bytes.length] = random() % 256;
      refusal(bytes);
    }
    for (const fill of [0x00, 0xff, 0xd8]) refusal(Buffer.concat([jpeg.subarray(0, 4), Buffer.alloc(5_000_000, fill)]));
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
