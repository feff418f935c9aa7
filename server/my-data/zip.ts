import { crc32 } from 'node:zlib';

/** A file of an archive. The name is ASCII. */
interface Entry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A ZIP archive of uncompressed files, as any operating system opens it. */
export function zipOf(entries: readonly Entry[], now: Date): Buffer {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const entry of entries) {
    const common = commonHeader(entry, now);
    const name = Buffer.from(entry.name, 'ascii');
    directory.push(centralHeader(common, offset), name);
    parts.push(Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common]), name, entry.bytes);
    offset += 4 + common.length + name.length + entry.bytes.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
}

/** What a file's header and its line in the directory have in common: version, flags, method 0 (stored), time, checksum, sizes. */
function commonHeader({ name, bytes }: Entry, now: Date): Buffer {
  const header = Buffer.alloc(26);
  header.writeUInt16LE(20, 0);
  header.writeUInt16LE((now.getUTCHours() << 11) | (now.getUTCMinutes() << 5) | (now.getUTCSeconds() >> 1), 6);
  header.writeUInt16LE(((now.getUTCFullYear() - 1980) << 9) | ((now.getUTCMonth() + 1) << 5) | now.getUTCDate(), 8);
  header.writeUInt32LE(crc32(bytes), 10);
  header.writeUInt32LE(bytes.length, 14);
  header.writeUInt32LE(bytes.length, 18);
  header.writeUInt16LE(name.length, 22);
  return header;
}

function centralHeader(common: Buffer, offset: number): Buffer {
  const start = Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1');
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(offset, 10);
  return Buffer.concat([start, common, rest]);
}
