import { setTimeout as sleep } from 'node:timers/promises';
import { type Load, startLoad } from '../support/processes/load.ts';
import { listPickupIds, registerCustomer, type SignedIn } from './people.ts';
import { siteUrl } from './visitor.ts';

/** Several customers who read and book without a pause through the proxy. */

const customerCount = 4;
const clientsOfEach = 3;
const shownFailures = 12;

interface Customer {
  person: SignedIn;
  load: Load;
  stop(): Promise<void>;
}

export class SiteLoad {
  readonly #customers: Customer[];
  #stopping: Promise<unknown> | undefined;

  private constructor(customers: Customer[]) {
    this.#customers = customers;
  }

  static async start(): Promise<SiteLoad> {
    const people: SignedIn[] = [];
    while (people.length < customerCount) people.push(await registerCustomer());
    return new SiteLoad(people.map((person) => ({ person, ...startLoad(siteUrl, person.token, clientsOfEach) })));
  }

  /** Waits until so many requests were sent in all. Throws after ten minutes. */
  async untilSent(requests: number): Promise<void> {
    for (const giveUpAt = Date.now() + 600_000; this.#sent < requests; await sleep(100)) {
      if (Date.now() > giveUpAt) throw new Error(`only ${this.#sent} of ${requests} requests were sent in ten minutes`);
    }
  }

  get #sent(): number {
    return this.#customers.reduce((sum, { load }) => sum + load.done + load.failures.length, 0);
  }

  get #failures(): string[] {
    return this.#customers.flatMap(({ load }) => load.failures);
  }

  /** Ends the load. Returns a sentence about it. May be called twice. */
  async stop(): Promise<string> {
    this.#stopping ??= Promise.all(this.#customers.map((customer) => customer.stop()));
    await this.#stopping;
    const bookings = this.#customers.reduce((sum, { load }) => sum + load.booked.length, 0);
    return `${this.#sent.toLocaleString('en-US')} requests (${bookings.toLocaleString('en-US')} bookings acknowledged), ${this.#failures.length} failed.`;
  }

  /** Throws if a request failed, with the first failures. */
  requireNoFailure(): void {
    if (this.#failures.length === 0) return;
    const shown = this.#failures.slice(0, shownFailures);
    throw new Error([`${this.#failures.length} requests failed:`, ...shown].join('\n  '));
  }

  /** Returns the number of acknowledged bookings. Throws if one of them isn't stored. */
  async requireAcknowledged(): Promise<number> {
    let count = 0;
    for (const { person, load } of this.#customers) {
      const stored = new Set(await listPickupIds(person));
      const lost = load.booked.filter((id) => !stored.has(id));
      if (lost.length > 0) throw new Error(`${lost.length} acknowledged bookings are lost, such as ${lost[0]}`);
      count += load.booked.length;
    }
    return count;
  }
}
