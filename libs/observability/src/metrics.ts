import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** In seconds: from an answer out of memory to one ended by a timeout. */
const LATENCY_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * How often the lag of the event loop is sampled, which wakes an idle process too. Rare samples are enough: a loop that
 * is late for a tenth of the time is late in a tenth of the samples.
 */
const LAG_PRECISION_MS = 500;

export interface MetricOptions<Label extends string> {
  /** In snake_case with its unit last (`..._seconds`, counters `..._total`); every name gets the prefix `halyard_`. */
  readonly name: string;
  readonly help: string;
  /** Few, and with a bounded number of values: never ids. */
  readonly labels?: readonly Label[];
}

/** A repeated name returns the same metric, because several services of the suite share one registry. */
export class Metrics {
  readonly registry = new Registry();
  readonly #collectors = new Map<string, (() => void | Promise<void>)[]>();

  /** Adds Node's own metrics: memory, garbage collection, event loop lag. */
  collectRuntime(): void {
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: LAG_PRECISION_MS });
  }

  counter<Label extends string>({ name, help, labels = [] }: MetricOptions<Label>): Counter<Label> {
    return this.#once(name, Counter<Label>, (fullName) => {
      return new Counter({ name: fullName, help, labelNames: labels, registers: [this.registry] });
    });
  }

  /** `collect` reads values at each scrape. If several services ask for one gauge, each one's `collect` is called. */
  gauge<Label extends string>(
    { name, help, labels = [] }: MetricOptions<Label>,
    collect?: (gauge: Gauge<Label>) => void | Promise<void>,
  ): Gauge<Label> {
    const collectors = this.#collectors.get(name) ?? [];
    this.#collectors.set(name, collectors);
    const gauge = this.#once(name, Gauge<Label>, (fullName) => {
      const collectAll = async (): Promise<void> => {
        for (const one of collectors) await one();
      };
      return new Gauge({ name: fullName, help, labelNames: labels, registers: [this.registry], collect: collectAll });
    });
    if (collect) collectors.push(() => collect(gauge));
    return gauge;
  }

  /** For durations in seconds. @param options.buckets default: from a millisecond to half a minute */
  histogram<Label extends string>({
    name,
    help,
    labels = [],
    buckets = LATENCY_BUCKETS_SECONDS,
  }: MetricOptions<Label> & { readonly buckets?: readonly number[] }): Histogram<Label> {
    return this.#once(name, Histogram<Label>, (fullName) => {
      const registers = [this.registry];
      return new Histogram({ name: fullName, help, labelNames: labels, buckets: [...buckets], registers });
    });
  }

  /** @throws Error if the name belongs to a metric of another type */
  #once<Metric extends object>(
    name: string,
    type: abstract new (...parameters: never[]) => Metric,
    make: (fullName: string) => Metric,
  ): Metric {
    const fullName = `halyard_${name}`;
    const standing: unknown = this.registry.getSingleMetric(fullName);
    if (standing === undefined) return make(fullName);
    if (!(standing instanceof type)) throw new Error(`${fullName} is already a metric of another type`);
    return standing;
  }
}
