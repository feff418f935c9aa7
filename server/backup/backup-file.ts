import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, inflateRaw } from 'node:zlib';
import { BackupError } from './backup-error.ts';
import { explained, removeAbandoned, touchMs } from './part-file.ts';
import { secondsText, usualWaitLimit, type WaitLimit, within } from './wait-limit.ts';

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

/** The size and checksum of a section's content before compression. */
export interface Seal {
  /** The number of lines. A row is one line, because COPY escapes line breaks in values. */
  readonly lines: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** Is told the lines and the bytes of each block that was written or read. */
export type OnBlock = (lines: number, bytes: number) => void;

/** Computes the seal of blocks while they are written or read. */
class Sealer {
  readonly #hash = createHash('sha256');
  readonly #onBlock: OnBlock | undefined;
  #lines = 0;
  #bytes = 0;

  constructor(onBlock?: OnBlock) {
    this.#onBlock = onBlock;
  }

  add(block: Uint8Array): void {
    this.#hash.update(block);
    this.#bytes += block.length;
    const before = this.#lines;
    for (let at = block.indexOf(newline); at >= 0; at = block.indexOf(newline, at + 1)) this.#lines += 1;
    this.#onBlock?.(this.#lines - before, block.length);
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

/** Opens the file to write. Tests pass a slower one. */
export type OpenFile = (path: string) => Promise<FileHandle>;

const openNew: OpenFile = async (path) => await open(path, 'wx', 0o600);

/** Writes a new file that only its user can read. Waits for the disk within a limit. */
export class BackupWriter {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #wait: WaitLimit;
  readonly #touching: NodeJS.Timeout;
  #bytes = 0;

  private constructor(path: string, file: FileHandle, wait: WaitLimit) {
    this.#path = path;
    this.#file = file;
    this.#wait = wait;
    const touch = () => {
      const now = new Date();
      // A disk that fails here fails the next write too, which reports it.
      file.utimes(now, now).catch(() => {});
    };
    this.#touching = setInterval(touch, touchMs).unref();
  }

  /**
   * Creates the file. Replaces one that a killed process has left. Throws a BackupError when another process is
   * writing it, or when it can't be created.
   */
  static async create(path: string, wait: WaitLimit, openFile: OpenFile = openNew): Promise<BackupWriter> {
    await removeAbandoned(path);
    const file = await openFile(path).catch((error: NodeJS.ErrnoException) => {
      throw explained(error, path);
    });
    const writer = new BackupWriter(path, file, wait);
    try {
      await writer.#write(magic);
      return writer;
    } catch (error) {
      await writer.discard();
      throw error;
    }
  }

  /** The number of bytes written so far. */
  get bytes(): number {
    return this.#bytes;
  }

  async section(blocks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, onBlock?: OnBlock): Promise<Seal> {
    const sealer = new Sealer(onBlock);
    for await (const block of blocks) {
      if (block.length === 0) continue;
      sealer.add(block);
      // The fastest level: it shrinks rows of text to a sixth, and the network is rarely faster than that.
      const content = await compress(block, { level: constants.Z_BEST_SPEED });
      await this.#write(Buffer.concat([headerOf(content.length, crc32(content)), content]));
    }
    await this.#write(headerOf(0, 0));
    return sealer.seal();
  }

  async json(value: object): Promise<void> {
    await this.section([Buffer.from(JSON.stringify(value))]);
  }

  /** Syncs the complete file to the disk and closes it. */
  async close(): Promise<void> {
    clearInterval(this.#touching);
    await this.#within(this.#file.sync());
    await this.#within(this.#file.close());
  }

  /**
   * Removes the file, then closes it: closing may fail as well, on a disk that doesn't respond. Never throws, because
   * the failure that led here is the one to report.
   */
  async discard(): Promise<void> {
    clearInterval(this.#touching);
    // Without the signal, which may be what ended the backup.
    const ending = { limitMs: this.#wait.limitMs };
    const stalled = () => `The disk does not respond: ${this.#path} could not be removed.`;
    await within(ending, rm(this.#path, { force: true }), stalled).catch(() => {});
    await within(ending, this.#file.close(), stalled).catch(() => {});
  }

  /** Writes all of it: the system may write only a part, as of the block with which a disk gets full. */
  async #write(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      const { bytesWritten } = await this.#within(this.#file.write(bytes, at));
      at += bytesWritten;
    }
    this.#bytes += bytes.length;
  }

  async #within<T>(work: Promise<T>): Promise<T> {
    const stalled = () => `The disk has taken nothing for ${secondsText(this.#wait)}: ${this.#path} was not written.`;
    return await within(this.#wait, work, stalled).catch((error) => {
      throw explained(error, this.#path);
    });
  }
}

/** Reads the sections in their order. Throws a BackupError that names the damaged section. */
export class BackupReader {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #wait: WaitLimit;

  private constructor(path: string, file: FileHandle, wait: WaitLimit) {
    this.#path = path;
    this.#file = file;
    this.#wait = wait;
  }

  static async open(path: string, wait: WaitLimit = usualWaitLimit): Promise<BackupReader> {
    const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new BackupError(`There is no file ${path}.`) : error;
    });
    const reader = new BackupReader(path, file, wait);
    const first = await reader.#take(magic.length);
    if (first?.equals(magic)) return reader;
    await file.close();
    throw new BackupError(`${path} is not a backup of this app.`);
  }

  /** Returns the blocks of the next section. Call `seal` after the last block. */
  section(name: string, onBlock?: OnBlock): { blocks: AsyncGenerator<Buffer>; seal: () => Seal } {
    const sealer = new Sealer(onBlock);
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
      const { bytesRead } = await within(this.#wait, this.#file.read(buffer, taken, length - taken), () => {
        return `The disk has given nothing for ${secondsText(this.#wait)}: ${this.#path} could not be read.`;
      });
      if (bytesRead === 0) return undefined;
      taken += bytesRead;
    }
    return buffer;
  }
}

function damaged(where: string): BackupError {
  return new BackupError(`The backup is damaged ${where}. Nothing was restored from it.`);
}
