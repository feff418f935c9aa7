/**
 * A still WebP with nothing in it but the picture and its transparency: colour profile, EXIF and XMP are left out, and so is
 * anything behind its end. `sizeOf` reads the sides of a plain WebP. Undefined when it is damaged, or moves.
 */
export function cleanWebp(
  bytes: Buffer,
  sizeOf: (plain: Buffer) => { width: number; height: number } | undefined,
): Buffer | undefined {
  const chunks = readChunks(bytes);
  const pictures = chunks?.filter(({ name }) => name === 'VP8 ' || name === 'VP8L');
  const [picture] = pictures ?? [];
  if (!chunks || !picture || pictures?.length !== 1 || chunks.some(({ name }) => name === 'ANMF')) return undefined;
  const plain = riff([picture]);
  const alpha = chunks.find(({ name }) => name === 'ALPH');
  if (!alpha || picture.name === 'VP8L') return plain;
  const size = sizeOf(plain);
  return size && riff([extended(size), alpha, picture]);
}

interface Chunk {
  name: string;
  content: Buffer;
}

function readChunks(bytes: Buffer): Chunk[] | undefined {
  const chunks: Chunk[] = [];
  const end = bytes.length < 12 ? 0 : 8 + bytes.readUInt32LE(4);
  if (end > bytes.length) return undefined;
  for (let at = 12; at + 8 <= end; ) {
    const length = bytes.readUInt32LE(at + 4);
    if (at + 8 + length > end) return undefined;
    chunks.push({ name: bytes.toString('latin1', at, at + 4), content: bytes.subarray(at + 8, at + 8 + length) });
    at += 8 + length + (length % 2);
  }
  return chunks;
}

function riff(chunks: Chunk[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks.map(writeChunk)]);
  return Buffer.concat([head('RIFF', body.length), body]);
}

function writeChunk({ name, content }: Chunk): Buffer {
  return Buffer.concat([head(name, content.length), content, Buffer.alloc(content.length % 2)]);
}

function head(name: string, length: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.write(name, 'latin1');
  bytes.writeUInt32LE(length, 4);
  return bytes;
}

/** Says that there is transparency, and how large the canvas is: as large as the picture, whatever it claimed before. */
function extended({ width, height }: { width: number; height: number }): Chunk {
  const content = Buffer.alloc(10);
  content[0] = 0x10;
  content.writeUIntLE(width - 1, 4, 3);
  content.writeUIntLE(height - 1, 7, 3);
  return { name: 'VP8X', content };
}
