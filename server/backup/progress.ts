const everyMs = 5_000;

/** Returns "200,000 rows, 48.1 MB". Bytes are those before compression. */
const amountText = (count: number, bytes: number, word: string) =>
  `${count.toLocaleString('en-US')} ${word}${count === 1 ? '' : 's'}, ${(bytes / 1e6).toFixed(1)} MB`;

/**
 * Prints what a backup or a restore does: a line when a part is done, and one every five seconds while it isn't. Parts
 * without content aren't mentioned.
 */
export class Progress {
  readonly #print: (line: string) => void;
  readonly #timer: NodeJS.Timeout;
  #part: { name: string; word: string; count: number; bytes: number } | undefined;

  constructor(print: (line: string) => void) {
    this.#print = print;
    this.#timer = setInterval(() => this.#printPart(' so far'), everyMs).unref();
  }

  /** Begins a part, such as the table "pickups" with "row" as its word. */
  begin(name: string, word: 'row' | 'photo'): void {
    this.done();
    this.#part = { name, word, count: 0, bytes: 0 };
  }

  /** Adds what has been read or written of the part. */
  add(count: number, bytes: number): void {
    if (!this.#part) return;
    this.#part.count += count;
    this.#part.bytes += bytes;
  }

  /** Ends the part. */
  done(): void {
    this.#printPart('');
    this.#part = undefined;
  }

  /** Ends the part and prints a line about a step without rows, such as the commit. */
  say(line: string): void {
    this.done();
    this.#print(line);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #printPart(suffix: string): void {
    if (!this.#part || this.#part.bytes === 0) return;
    const { name, count, bytes, word } = this.#part;
    this.#print(`${name}: ${amountText(count, bytes, word)}${suffix}`);
  }
}
