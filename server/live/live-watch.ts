import type { StreamReceiver, Subscribe } from '../../contract/endpoint.ts';
import type { LiveDay } from '../../contract/pickups/live.ts';
import { dateKeyOf } from '../../contract/values/time/dates.ts';
import type { Services } from '../services.ts';
import { withTimeBudget } from '../time-budget.ts';
import { listLinks } from './live.store.ts';
import { type LiveTarget, readLiveFacts } from './read-live-day.ts';
import { linkEndsAt, liveDayOf } from './rules.ts';

/** The time between polls. It is also the longest that an open page waits for a change. */
const pollMs = 2_000;

interface Watcher {
  readonly target: LiveTarget;
  readonly to: StreamReceiver<LiveDay>;
  /** The last day that was sent, as JSON. */
  sent: string;
}

/**
 * Sends changes to the pages that are open on this server. Two statements every two seconds serve all pages, and none
 * runs while no page is open. Every server reads the same rows, so servers don't need to tell each other.
 */
export class LiveWatch {
  readonly #services: Pick<Services, 'db' | 'clock' | 'log'>;
  readonly #watchers = new Set<Watcher>();
  #timer: NodeJS.Timeout | undefined;
  #hasFailed = false;

  constructor(services: Pick<Services, 'db' | 'clock' | 'log'>) {
    this.#services = services;
  }

  /** Sends `day` now, and the new day whenever it changes. Ends the stream when its link ends. */
  watch(target: LiveTarget, day: LiveDay): Subscribe<LiveDay> {
    return (to) => {
      const watcher = { target, to, sent: JSON.stringify(day) };
      to.send(day);
      this.#watchers.add(watcher);
      this.#wait();
      return () => this.#watchers.delete(watcher);
    };
  }

  #wait(): void {
    this.#timer ??= setTimeout(() => {
      // Without this, the timer would inherit the time budget of the request that started it.
      void withTimeBudget(undefined, () => this.#poll());
    }, pollMs).unref();
  }

  async #poll(): Promise<void> {
    try {
      if (this.#watchers.size > 0) await this.#sendChanges([...this.#watchers]);
      this.#hasFailed = false;
    } catch (error) {
      // The pages keep showing what was sent last. A failing database is logged once.
      if (!this.#hasFailed) this.#services.log.warn({ err: error }, 'could not read the live days');
      this.#hasFailed = true;
    }
    this.#timer = undefined;
    if (this.#watchers.size > 0) this.#wait();
  }

  async #sendChanges(watchers: readonly Watcher[]): Promise<void> {
    const ids = [...new Set(watchers.map(({ target }) => target.pickupId))];
    const hashes = watchers.flatMap(({ target }) => target.link?.hash ?? []);
    const [facts, links] = await Promise.all([
      readLiveFacts(this.#services, ids),
      hashes.length > 0 ? listLinks(this.#services.db, hashes) : [],
    ]);
    const working = new Set(links.map(({ hash }) => hash));
    const now = this.#services.clock();
    const today = dateKeyOf(now);
    for (const watcher of watchers) {
      const { target, to, sent } = watcher;
      const { pickupId, link } = target;
      const known = facts.get(pickupId);
      if (!known || (link && (!working.has(link.hash) || linkEndsAt(link.day) <= now))) {
        to.end();
        continue;
      }
      const day = liveDayOf(known, link?.day ?? null, today);
      watcher.sent = JSON.stringify(day);
      if (watcher.sent !== sent) to.send(day);
    }
  }
}
