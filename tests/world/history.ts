import { createHash } from 'node:crypto';

/** Everything that happened, in order: calls with their answers, and the final rows. */
export class History {
  readonly lines: string[] = [];
  readonly #names = new Map<string, string>();
  readonly #hash = createHash('sha256');

  /** Adds a line. Ids are renamed in the order in which they first appear, so that two runs can be compared. */
  add(line: string): void {
    const renamed = line.replace(ids, (id) => this.#nameOf(id));
    this.lines.push(renamed);
    this.#hash.update(`${renamed}\n`);
  }

  /** Returns the hash of all lines so far, 16 hex digits. */
  digest(): string {
    return this.#hash.copy().digest('hex').slice(0, 16);
  }

  #nameOf(id: string): string {
    const known = this.#names.get(id);
    if (known) return known;
    const name = `#${this.#names.size + 1}`;
    this.#names.set(id, name);
    return name;
  }
}

/** UUIDs, ids of the provider with their secrets, and our own random tokens (43 characters of base64url). */
const ids =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b(?:pi|ch|re|evt|cus|sub|in|seti|pm|si|il|dp|du|txn|req|prod|price)_[0-9a-zA-Z_]{10,}|\b[A-Za-z0-9_-]{43}\b/g;
