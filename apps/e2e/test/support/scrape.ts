import type { InputSeries } from '@halyard/testing/promtool';
import type { SuiteProcess } from '../../src/suite-process.js';

/** The metrics of a suite at one moment. */
export class Scrape {
  private constructor(
    private readonly samples: ReadonlyMap<string, number>,
    private readonly counters: ReadonlySet<string>,
  ) {}

  static async of(suite: SuiteProcess): Promise<Scrape> {
    const [url = ''] = await suite.metricsUrls();
    const text = await (await fetch(url)).text();
    const lines = text.split('\n').flatMap((line) => {
      const [, name = '', labels = '', value = ''] = /^(\w+)(\{.*\})? (\S+)$/.exec(line) ?? [];
      return name === '' ? [] : [{ name, series: `${name}${labels}`, value: Number(value) }];
    });
    const types = [...text.matchAll(/^# TYPE (\w+) (?:counter|histogram)$/gm)].map(([, name = '']) => name);
    const counters = new Set(types.flatMap((name) => [name, `${name}_count`, `${name}_sum`, `${name}_bucket`]));
    // How fast this machine is does not belong to any cause.
    const kept = lines.filter(
      ({ name, value }) => /^halyard_(?!.*_(?:bucket|sum)$)/.test(name) && !Number.isNaN(value),
    );
    return new Scrape(
      new Map(kept.map(({ series, value }) => [series, value])),
      new Set(kept.filter(({ name }) => counters.has(name)).map(({ series }) => series)),
    );
  }

  /** The greatest value of a metric's series whose labels contain a text; undefined if it has none. */
  max(name: string, label = ''): number | undefined {
    const values = [...this.samples].flatMap(([series, value]) =>
      series.replace(/\{.*/, '') === name && series.includes(label) ? [value] : [],
    );
    return values.length === 0 ? undefined : Math.max(...values);
  }

  /**
   * The series of a time in which a cause begins and lasts: five minutes as in this scrape, then `minutes` as in the
   * other one. What a counter has gained between the two, it gains each minute.
   */
  until(other: Scrape, minutes: number): InputSeries[] {
    const all = new Set([...this.samples.keys(), ...other.samples.keys()]);
    return [...all].map((series): InputSeries => {
      const before = this.samples.get(series);
      const after = other.samples.get(series);
      const gained = other.counters.has(series) ? (after ?? 0) - (before ?? 0) : 0;
      const begin = before === undefined ? '_x5' : `${before}x4`;
      return [series, after === undefined ? begin : `${begin} ${after}+${gained}x${minutes - 1}`];
    });
  }
}
