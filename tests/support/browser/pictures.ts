import { crc32 } from 'node:zlib';

/** Pictures of 40 × 30 pixels, encoded by a browser, and the metadata that phones and attackers add to them. */

const read = (...lines: string[]) => Buffer.from(lines.join(''), 'base64');

export const jpeg = read(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYV',
  'pQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAe',
  'ACgDASIAAhEBAxEB/8QAGQAAAwEBAQAAAAAAAAAAAAAAAAIEAwUB/8QAJRAAAgECBQMFAAAAAAAAAAAAAAECAxEEExQzclFSkRIhMUFx/8QAGQ',
  'EAAgMBAAAAAAAAAAAAAAAAAgMABAUB/8QAHBEAAgMBAQEBAAAAAAAAAAAAAQIAAwQREjFB/9oADAMBAAIRAxEAPwBalRU43lf5t7Geqh0kGL2l',
  'yJBDMQZWx46ravTfZXqodJG0X6opr7VznF9PahxR1GJi92WulQU/Y4AAczZhi9pciQ6LipK0kn+i5cOyPgBk6ezSy7lpr8EdkBfT2ocUGXDsj4',
  'GSsrIiryBs2LoUADnJ6AAHKE//2Q==',
);
export const png = read(
  'iVBORw0KGgoAAAANSUhEUgAAACgAAAAeCAYAAABe3VzdAAAAbklEQVR4AezS0QmAIBhF4R9XCpqklyZppCCapKUSFxDk+KB4gvvWBf28aXuuf+',
  'SkGPzzgPSB5hQ83y96hijOKUhu3LurIBVVUEEqQPtuUEEqQPtuUEEqQPtucE3B+9ijLfX/iaIbJHqlq2BRIMkAAAD//00OgSYAAAAGSURBVAMA',
  'IouZNacJDcoAAAAASUVORK5CYII=',
);
export const webp = read(
  'UklGRogAAABXRUJQVlA4IHwAAACwBACdASooAB4APqVCmkmmI6KhNUgAwBSJZACxG9V2MwFv1u1oOJqWrhTXm3YAAEyESAzCv8JHGB0HPUr/nu',
  '9XzytLqXlx1/ewiadDzavOtIpsS08/RaL+/SyF7QddnccEJpFeXtTVea9fTPjZdYS8Zn8WlloHYreQAAAA',
);
export const webpAlpha = read(
  'UklGRuAAAABXRUJQVlA4WAoAAAAQAAAAJwAAHQAAQUxQSBwAAAABDzCZERFCTQAkDPQvSRPeoQEi+j8ByMvmf3kAVlA4IJ4AAACwBACdASooAB',
  '4APrVYpU6nJSOiJWgA4BaJZgC7L9YIlYgLfAu6/2SAF9o7wLsAAP7r3fkW9KWREDvM+3PEQHOT47mDiph+eI1Dg38tJsH2Eonq+JhApX/nYE83',
  'j78834Bn6zb8f1/+Df/ptqZzsIMcELun3JGX+fsX6OzKP/l/TEP7RId/SGVV+2At4Kl/NdB+v/5/4/6/0DzzKAAAAA==',
);
export const webpLossless = read(
  'UklGRjYAAABXRUJQVlA4TCkAAAAvJ0AHAA9wVdbPZP1Oef4DD4ratoE8/iTHZN8TQET/5wEAAEBWxX/9NAA=',
);

/** Returns the same picture with other colors: one table differs. */
export function anotherJpeg(nth: number): Buffer {
  const bytes = Buffer.from(jpeg);
  const table = bytes.indexOf(Buffer.from([0xff, 0xdb]));
  bytes[table + 5] = 1 + (nth % 250);
  return bytes;
}

export function jpegSegment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(2 + content.length, 2);
  return Buffer.concat([head, content]);
}

/** Inserts segments after the first two bytes, as phones do. */
export const withSegments = (...segments: Buffer[]) =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);

/** Returns the EXIF segment of a phone: its maker, the orientation, and any other content. */
export function exif(orientation: number, rest = ''): Buffer {
  const tiff = Buffer.from('II*\0\x08\0\0\0', 'latin1');
  const entries = [2, 0, 0x0f, 1, 2, 0, 4, 0, 0, 0, 0x41, 0x43, 0x4d, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0];
  const content = [Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.from([...entries, 0, 0, 0, 0, 0, 0])];
  return jpegSegment(0xe1, Buffer.concat([...content, Buffer.from(rest)]));
}

export function pngChunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** Inserts chunks after a PNG's header. The header may claim another size. */
export function withChunks(chunks: Buffer[], size = { width: 40, height: 30 }): Buffer {
  const header = Buffer.from(png.subarray(16, 29));
  header.writeUInt32BE(size.width, 0);
  header.writeUInt32BE(size.height, 4);
  return Buffer.concat([png.subarray(0, 8), pngChunk('IHDR', header), ...chunks, png.subarray(33)]);
}

export function webpChunk(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

/**
 * Returns a WebP in the extended format with these chunks after the picture's own. `flags` are the features that it
 * claims.
 */
export function longWebp(flags: number, chunks: Buffer[], picture = webp.subarray(12)): Buffer {
  const canvas = Buffer.from([flags, 0, 0, 0, 39, 0, 0, 29, 0, 0]);
  return webpChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), webpChunk('VP8X', canvas), picture, ...chunks]));
}
