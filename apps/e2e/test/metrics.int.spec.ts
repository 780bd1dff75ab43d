// Runs: embedded
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { storingServices } from '@halyard/contracts';
import { newId } from '@halyard/core';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SharedSuite } from './support/shared-suite.js';

const PAGE = join(import.meta.dirname, '../../../docs/metrics.md');

interface Metric {
  readonly name: string;
  readonly kind: string;
  readonly labels: readonly string[];
}

/** The metrics of a scrape, each with the labels of all its series; `le` belongs to the buckets of a histogram. */
function metricsOf(scrape: string): readonly Metric[] {
  const lines = scrape.split('\n');
  const typed = lines.filter((line) => line.startsWith('# TYPE halyard_')).map((line) => line.split(' ').slice(2));
  return typed.map(([name = '', kind = '']) => {
    const starts = ['', '_bucket', '_sum', '_count'].map((part) => `${name}${part}{`);
    const series = lines.filter((line) => starts.some((start) => line.startsWith(start)));
    const labels = series.flatMap((line) => [...line.matchAll(/[{,](\w+)="/g)].map(([, label = '']) => label));
    return { name, kind, labels: [...new Set(labels)].filter((label) => label !== 'le').toSorted() };
  });
}

/** The rows of the page's table. */
const documentedIn = (page: string): readonly Metric[] =>
  page
    .split('\n')
    .filter((line) => line.startsWith('| `halyard_'))
    .map((line) => {
      const [, name = '', kind = '', labels = ''] = line.split('|').map((cell) => cell.trim().replaceAll('`', ''));
      return { name, kind, labels: labels === '' ? [] : labels.split(', ').toSorted() };
    });

describe('the metrics of a suite in one process', () => {
  let shared: SharedSuite;
  let scrape: string;
  beforeAll(async () => {
    shared = await SharedSuite.join('monitored');
    const [url = ''] = await shared.suite.metricsUrls();
    scrape = await (await fetch(url)).text();
  });
  afterAll(() => shared.leave());

  it('are those that the documentation lists, of the same kinds and with the same labels', async () => {
    const documented = documentedIn(await readFile(PAGE, 'utf8'));
    const exported = metricsOf(scrape);
    const kinds = (metrics: readonly Metric[]) => metrics.map(({ name, kind }) => `${name} ${kind}`).toSorted();
    expect(kinds(documented)).toEqual(kinds(exported));
    for (const { name, labels } of exported) {
      const listed = documented.find((one) => one.name === name)?.labels;
      if (labels.length > 0) expect([name, listed]).toEqual([name, labels]);
    }
  });

  it('are there for every service that has a database', () => {
    for (const service of storingServices) {
      for (const series of [
        `pool_limit{service="${service}",pool="main"}`,
        `pool_connections{service="${service}",pool="main",state="used"}`,
        `pool_waiting{service="${service}",pool="main"}`,
        `due_work_overdue_seconds{service="${service}"}`,
        `cache_requests_total{service="${service}",cache="data-keys",outcome="miss"}`,
        `outbox_age_seconds{service="${service}"}`,
      ])
        expect(scrape).toContain(`\nhalyard_${series} `);
    }
  });

  it('name the route of a request by its template, and no path that nobody serves', async () => {
    const { suite, client } = shared;
    const id = newId();
    for (const path of [`/customers/${id}`, `/nowhere-${id}`]) expect((await client.get(path)).status).toBe(404);
    const [url = ''] = await suite.metricsUrls();
    const counts = await (await fetch(url)).text();
    for (const route of ['/customers/:id', 'none'])
      expect(counts).toContain(`_request_duration_seconds_count{method="GET",route="${route}",status="404"}`);
    expect(counts).not.toContain(id);
  });

  it.each([
    'deliveries_overdue_seconds',
    'delivery_attempts_total{outcome="failed"}',
    'delivery_first_attempt_seconds_count',
    'subscriptions_paused{cause="failing"}',
    'subscriptions_paused{cause="person"}',
    'event_store_append_failures_total{service="transfers"}',
    'pool_limit{service="transfers",pool="event-store-writer"}',
    'mail_oldest_seconds',
    'log_ins_total{outcome="refused"}',
    'requests_dropped_total',
  ])('have %s before anything has happened', (series) => expect(scrape).toContain(`\nhalyard_${series} `));

  it('name no backup where nobody has made or wanted one', () =>
    expect(scrape).not.toMatch(/^halyard_backup_age_seconds /m));
});
