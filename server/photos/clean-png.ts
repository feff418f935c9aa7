import { crc32 } from 'node:zlib';

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The picture and its colours. Texts, EXIF, times and further frames are left out. */
const kept = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB']);

/** A PNG with nothing in it but the picture, and nothing behind its end. Undefined when it is damaged. */
export function cleanPng(bytes: Buffer): Buffer | undefined {
  const chunks: Buffer[] = [pngSignature];
  let hasPicture = false;
  for (let at = pngSignature.length; ; ) {
    const chunk = readChunk(bytes, at);
    if (!chunk) return undefined;
    const { name, whole } = chunk;
    // The header comes first, once, and is 13 bytes long.
    if ((name === 'IHDR') !== (chunks.length === 1) || (name === 'IHDR' && whole.length !== 25)) return undefined;
    if (kept.has(name)) chunks.push(whole);
    // A capital letter says that the picture cannot be shown without it.
    else if (/^[A-Z]/.test(name)) return undefined;
    if (name === 'IDAT') hasPicture = true;
    if (name === 'IEND') return hasPicture ? Buffer.concat(chunks) : undefined;
    at += whole.length;
  }
}

/** Length, name, content, checksum. */
function readChunk(bytes: Buffer, at: number): { name: string; whole: Buffer } | undefined {
  if (at + 12 > bytes.length) return undefined;
  const end = at + 12 + bytes.readUInt32BE(at);
  if (end > bytes.length) return undefined;
  const name = bytes.toString('latin1', at + 4, at + 8);
  const isWhole = crc32(bytes.subarray(at + 4, end - 4)) === bytes.readUInt32BE(end - 4);
  return isWhole && /^[A-Za-z]{4}$/.test(name) ? { name, whole: bytes.subarray(at, end) } : undefined;
}
