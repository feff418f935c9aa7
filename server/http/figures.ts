import { Counter, Gauge, type Metric } from 'prom-client';
import { TimeBudget, withTimeBudget } from '../time-budget.ts';

/** Figures on /metrics that are read from the database: what is due, what waits, what failed (decision 105). */

/** A value of one figure, for one combination of its labels. */
export interface Sample {
  readonly figure: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The figures of a feature, which one query reads. */
export interface FigureSource {
  readonly feature: string;
  readonly figures: Readonly<Record<string, { help: string; labels?: readonly string[] }>>;
  read(): Promise<readonly Sample[]>;
}

interface Log {
  warn(details: object, message: string): void;
}

/** How long the figures are reused, however often somebody asks. */
const reuseMs = 15_000;
/** How long one feature's query may take. Prometheus gives up after ten seconds. */
const readMs = 2_000;

/** Reads the figures of all features for /metrics, each with one bounded query, at most every 15 s. */
export class Figures {
  readonly metrics: readonly Metric[];
  readonly #sources: readonly FigureSource[];
  readonly #gauges = new Map<string, Gauge>();
  readonly #errors: Counter;
  readonly #up = new Gauge({ name: 'database_up', help: '1 when the database responded', registers: [] });
  readonly #ping: () => Promise<void>;
  readonly #log: Log;
  readonly #nowMs: () => number;
  #reading: Promise<unknown> | undefined;
  #readAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    sources: readonly FigureSource[],
    pingDatabase: () => Promise<void>,
    log: Log,
    nowMs: () => number = () => performance.now(),
  ) {
    [this.#sources, this.#ping, this.#log, this.#nowMs] = [sources, pingDatabase, log, nowMs];
    for (const { figures } of sources) {
      for (const [name, { help, labels = [] }] of Object.entries(figures)) {
        this.#gauges.set(name, new Gauge({ name, help, labelNames: [...labels], registers: [] }));
      }
    }
    this.#errors = new Counter({
      name: 'metrics_read_errors_total',
      help: 'Failed reads of the figures of a feature from the database',
      labelNames: ['feature'],
      registers: [],
    });
    for (const { feature } of sources) this.#errors.inc({ feature }, 0);
    this.metrics = [...this.#gauges.values(), this.#errors, this.#up];
  }

  /** Brings the metrics up to date. A feature whose query fails has no figures until the next read. */
  async refresh(): Promise<void> {
    const nowMs = this.#nowMs();
    if (nowMs - this.#readAtMs >= reuseMs) {
      this.#readAtMs = nowMs;
      this.#reading = Promise.all([this.#readUp(), ...this.#sources.map((source) => this.#read(source))]);
    }
    await this.#reading;
  }

  async #readUp(): Promise<void> {
    const isUp = await withTimeBudget(new TimeBudget(readMs), this.#ping).then(
      () => true,
      // The log line of /readyz and those of the figures have the reason.
      () => false,
    );
    this.#up.set(isUp ? 1 : 0);
  }

  async #read(source: FigureSource): Promise<void> {
    const names = Object.entries(source.figures);
    try {
      const samples = await withTimeBudget(new TimeBudget(readMs), async () => await source.read());
      this.#clear(names);
      for (const { figure, labels = {}, value } of samples) this.#gauges.get(figure)?.set(labels, value);
    } catch (error) {
      this.#clear(names);
      this.#errors.inc({ feature: source.feature });
      this.#log.warn({ err: error, feature: source.feature }, 'the figures of a feature could not be read');
    }
  }

  /** Removes old values: no figure is better than a wrong one. `reset` would set a figure without labels to 0. */
  #clear(figures: [name: string, { labels?: readonly string[] }][]): void {
    for (const [name, { labels }] of figures) {
      if (labels) this.#gauges.get(name)?.reset();
      else this.#gauges.get(name)?.remove();
    }
  }
}
