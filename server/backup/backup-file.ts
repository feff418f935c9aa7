import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, inflateRaw } from 'node:zlib';

/**
 * The file format of a backup: one magic line, then sections of blocks. A block is a header of 12 bytes (length, CRC-32
 * of the content, CRC-32 of these two) and its deflated content. A header with length 0 ends a section. Every byte is
 * covered by a CRC, so one pass is enough to tell in which section a file is damaged.
 */

const magic = Buffer.from('Stoop backup 1\n');
const headerBytes = 12;
const newline = '\n'.charCodeAt(0);
const compress = promisify(deflateRaw);
const expand = promisify(inflateRaw);

/** Thrown when a backup can't be made or used. The message is a sentence for the operator. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** The size and checksum of a section's content before compression. */
export interface Seal {
  /** The number of lines. A row is one line, because COPY escapes line breaks in values. */
  readonly lines: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** Computes the seal of blocks while they are written or read. */
class Sealer {
  readonly #hash = createHash('sha256');
  #lines = 0;
  #bytes = 0;

  add(block: Uint8Array): void {
    this.#hash.update(block);
    this.#bytes += block.length;
    for (let at = block.indexOf(newline); at >= 0; at = block.indexOf(newline, at + 1)) this.#lines += 1;
  }

  seal(): Seal {
    return { lines: this.#lines, bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}

function headerOf(length: number, contentCrc: number): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32BE(length, 0);
  header.writeUInt32BE(contentCrc, 4);
  header.writeUInt32BE(crc32(header.subarray(0, 8)), 8);
  return header;
}

/** Writes a new file that only its user can read. `create` throws EEXIST when the file already exists. */
export class BackupWriter {
  readonly #file: FileHandle;
  #bytes = magic.length;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async create(path: string): Promise<BackupWriter> {
    const file = await open(path, 'wx', 0o600);
    await file.write(magic);
    return new BackupWriter(file);
  }

  /** The number of bytes written so far. */
  get bytes(): number {
    return this.#bytes;
  }

  async section(blocks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Seal> {
    const sealer = new Sealer();
    for await (const block of blocks) {
      if (block.length === 0) continue;
      sealer.add(block);
      // The fastest level: it shrinks rows of text to a sixth, and the network is rarely faster than that.
      const content = await compress(block, { level: constants.Z_BEST_SPEED });
      await this.#write([headerOf(content.length, crc32(content)), content]);
    }
    await this.#write([headerOf(0, 0)]);
    return sealer.seal();
  }

  async json(value: object): Promise<void> {
    await this.section([Buffer.from(JSON.stringify(value))]);
  }

  /** Closes the file. Syncs it to the disk first if it is complete. */
  async close(isComplete: boolean): Promise<void> {
    if (isComplete) await this.#file.sync();
    await this.#file.close();
  }

  async #write(parts: Buffer[]): Promise<void> {
    await this.#file.writev(parts);
    this.#bytes += parts.reduce((sum, { length }) => sum + length, 0);
  }
}

/** Reads the sections in their order. Throws a BackupError that names the damaged section. */
export class BackupReader {
  readonly #file: FileHandle;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async open(path: string): Promise<BackupReader> {
    const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new BackupError(`There is no file ${path}.`) : error;
    });
    const reader = new BackupReader(file);
    const first = await reader.#take(magic.length);
    if (first?.equals(magic)) return reader;
    await file.close();
    throw new BackupError(`${path} is not a backup of this app.`);
  }

  /** Returns the blocks of the next section. Call `seal` after the last block. */
  section(name: string): { blocks: AsyncGenerator<Buffer>; seal: () => Seal } {
    const sealer = new Sealer();
    return { blocks: this.#blocks(name, sealer), seal: () => sealer.seal() };
  }

  async json<T>(name: string): Promise<T> {
    const blocks: Buffer[] = [];
    for await (const block of this.section(name).blocks) blocks.push(block);
    return JSON.parse(Buffer.concat(blocks).toString()) as T;
  }

  /** Throws a BackupError when the file continues after the last section. */
  async end(): Promise<void> {
    if ((await this.#take(1)) !== undefined) throw damaged('after its end');
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async *#blocks(name: string, sealer: Sealer): AsyncGenerator<Buffer> {
    for (;;) {
      const header = await this.#take(headerBytes);
      if (!header) throw new BackupError(`The backup ends early, in ${name}.`);
      const [length, crc] = [header.readUInt32BE(0), header.readUInt32BE(4)];
      if (!headerOf(length, crc).equals(header)) throw damaged(`in ${name}`);
      if (length === 0) return;
      const content = await this.#take(length);
      if (!content) throw new BackupError(`The backup ends early, in ${name}.`);
      if (crc32(content) !== crc) throw damaged(`in ${name}`);
      const block = await expand(content);
      sealer.add(block);
      yield block;
    }
  }

  /** Returns the next `length` bytes; undefined when the file has fewer. */
  async #take(length: number): Promise<Buffer | undefined> {
    const buffer = Buffer.allocUnsafe(length);
    let taken = 0;
    while (taken < length) {
      const { bytesRead } = await this.#file.read(buffer, taken, length - taken);
      if (bytesRead === 0) return undefined;
      taken += bytesRead;
    }
    return buffer;
  }
}

function damaged(where: string): BackupError {
  return new BackupError(`The backup is damaged ${where}. Nothing was restored from it.`);
}
