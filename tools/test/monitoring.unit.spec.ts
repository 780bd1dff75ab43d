import { describe, expect, it } from '@jest/globals';
import { type PublicRouteRow, publicRoutes } from '@halyard/public-api';
import { parser } from '@prometheus-io/lezer-promql';
import { globSync } from 'node:fs';
import { alerts, metricsOf, panels, recordings } from './support/monitoring.ts';
import { root, textOf } from './support/yaml.ts';

/** The runbooks to which no alarm leads. Each page says itself how one comes to it. */
const WITHOUT_ALARM = {
  'docs/runbooks/data-lost.md': 'The loss stops the suite, or is the work of somebody who may do it.',
  'docs/runbooks/erase-a-person.md': 'Somebody asks for it.',
  'docs/runbooks/held-advance.md': 'It concerns one account of the sandbox, whose owner sees it.',
  'docs/runbooks/leaked-signing-key.md': 'A token that is signed with a stolen key looks like any other.',
} as const;

const queries = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const));

/** Whether Prometheus's own grammar, as used by its web pages, reads all of a text. */
function isPromQl(text: string): boolean {
  let isRead = true;
  parser.parse(text).iterate({
    enter: ({ type }) => {
      if (type.isError) isRead = false;
    },
  });
  return isRead;
}

/** The labels that the template of an alert may use: those that its expression keeps. */
const keptBy = (expr: string): readonly string[] =>
  [...expr.matchAll(/\bby ?\(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(',').map((label) => label.trim()));

const alarmsOf = (page: string): string[] =>
  [...page.matchAll(/^Alarms?: ([^.]+)\.$/gm)].flatMap(([, names = '']) =>
    names
      .replaceAll('`', '')
      .split(',')
      .map((name) => name.trim()),
  );

/** The texts in quotes of all files that know metrics, among which are the names of the metrics. */
function namedInCode(): ReadonlySet<string> {
  const files = globSync('{apps,libs}/*/src/**/*.ts', { cwd: root, exclude: (name) => name.endsWith('.spec.ts') });
  const texts = files.map(textOf).filter((text) => text.includes('Metrics') || text.includes('metrics'));
  return new Set(texts.flatMap((text) => [...text.matchAll(/'(\w+)'/g)].map(([, name = '']) => name)));
}

describe('what is given to Prometheus and Grafana', () => {
  it.each(['sum by (le (x)', 'rate(x[5q])', 'x >', 'sum(x) by'])('is PromQL, which %j is not', (text) =>
    expect(isPromQl(text)).toBe(false),
  );

  it.each(alerts.map((rule) => [rule.alert, rule] as const))('alert %s', (_, { expr, annotations, ...rule }) => {
    expect(isPromQl(expr)).toBe(true);
    expect(rule).toEqual({
      alert: expect.stringMatching(/^Halyard[A-Za-z]+$/),
      for: expect.stringMatching(/^\d+[smh]$/),
      labels: { severity: expect.stringMatching(/^(?:critical|warning)$/) },
    });
    const told = Object.values(annotations).join('\n');
    for (const [, label = ''] of told.matchAll(/\$labels\.(\w+)/g)) expect(keptBy(expr)).toContain(label);
  });

  it.each(recordings.map(({ record, expr }) => [record, expr] as const))('%s is over its own time', (record, expr) => {
    expect(isPromQl(expr)).toBe(true);
    const [, window = ''] = /^halyard:[a-z_]+:ratio_rate(\d+[mhd])$/.exec(record) ?? [];
    expect([...new Set([...expr.matchAll(/\[(\w+)\]/g)].map(([, range]) => range))]).toEqual([window]);
  });

  it('records nothing that no alert reads', () => {
    const read = alerts.map(({ expr }) => expr).join('\n');
    expect(recordings.map(({ record }) => record).filter((record) => !read.includes(record))).toEqual([]);
  });

  it('leaves out of the latency objective each route that waits on purpose, or is a stream of bytes', () => {
    const slow = recordings.filter(({ record }) => record.startsWith('halyard:slow:'));
    const left = new Set(
      slow.flatMap(({ expr }) => [...expr.matchAll(/route!~"([^"]+)"/g)].map(([, routes]) => routes)),
    );
    expect(left.size).toBe(1);
    const pattern = new RegExp(`^(?:${[...left].join('')})$`);
    const rows: readonly PublicRouteRow[] = Object.values(publicRoutes);
    const waiting = rows.filter((row) => row.kind === 'stream' || row.wait !== undefined);
    expect(waiting.length).toBeGreaterThan(5);
    expect(waiting.map(({ path }) => path).filter((path) => !pattern.test(path))).toEqual([]);
    expect(
      rows.map(({ path }) => path).filter((path) => /^\/(?:transfers|customers)(?:\/:id)?$/.test(path)),
    ).not.toContainEqual(expect.stringMatching(pattern));
  });

  it.each(alerts.map(({ alert, annotations }) => [alert, annotations.runbook] as const))(
    '%s leads to a page that says what to do about it',
    (alert, runbook) => {
      expect(runbook).toMatch(/^docs\/(?:runbooks|how-to)\/[\w-]+\.md$/);
      const page = textOf(runbook);
      expect(alarmsOf(page)).toContain(alert);
      expect(page).toMatch(/^1\. /m);
    },
  );

  it('has no page for an alarm that there is not', () => {
    const named = globSync('docs/**/*.md', { cwd: root }).flatMap((page) => alarmsOf(textOf(page)));
    expect(named.toSorted()).toEqual(alerts.map(({ alert }) => alert).toSorted());
  });

  it('has an alarm for each runbook, or the reason why there is none', () => {
    const led = new Set([...alerts.map(({ annotations }) => annotations.runbook), ...Object.keys(WITHOUT_ALARM)]);
    expect(globSync('docs/runbooks/*.md', { cwd: root }).filter((page) => !led.has(page))).toEqual([]);
    for (const page of Object.keys(WITHOUT_ALARM)) expect(textOf(page)).toContain('No alarm leads here');
  });

  it.each(alerts.map((rule) => [rule.alert, rule] as const))(
    '%s has a panel that shows its metrics and names its page',
    (_, { expr, annotations }) => {
      const shown = panels
        .filter(({ description = '' }) => description.includes(annotations.runbook))
        .flatMap(({ targets = [] }) => targets.flatMap((target) => metricsOf(target.expr)));
      for (const metric of metricsOf(expr)) expect(shown).toContain(metric);
    },
  );

  it.each(panels.map(({ title, description = '' }) => [title, description] as const))(
    'panel %s names pages that there are',
    (_, description) => {
      for (const [page] of description.matchAll(/docs\/[\w/-]+\.md/g)) expect(textOf(page)).toMatch(/^# /);
    },
  );

  it('names no metric that the code does not have', () => {
    const named = namedInCode();
    const read = [...alerts.map(({ expr }) => expr), ...queries.map(([, expr]) => expr)].flatMap(metricsOf);
    const own = [...new Set(read)].filter((name) => name.startsWith('halyard_'));
    expect(own.length).toBeGreaterThan(10);
    expect(own.filter((name) => !named.has(name.replace('halyard_', '')))).toEqual([]);
  });

  it('reads no recording that there is not', () => {
    const read = [...alerts.map(({ expr }) => expr), ...queries.map(([, expr]) => expr)].join('\n');
    const names = recordings.map(({ record }) => record);
    expect([...read.matchAll(/halyard:[\w:]+/g)].map(([name]) => name).filter((name) => !names.includes(name))).toEqual(
      [],
    );
  });

  it('leads from a parked key to its page in the console', () => {
    const { annotations } = alerts.find(({ alert }) => alert === 'HalyardKeysParked') ?? {};
    expect(annotations?.console).toBe(
      '{{ $externalLabels.console }}operations/parked-messages?service={{ $labels.service }}&key={{ $labels.key | urlquery }}',
    );
  });

  it.each(alerts.flatMap(({ alert, annotations: { console: page } }) => (page === undefined ? [] : [[alert, page]])))(
    '%s leads to a page that the console has',
    (_, page = '') => {
      const [, path = ''] = /^\{\{ \$externalLabels\.console \}\}([\w/-]+)/.exec(page) ?? [];
      const pages = `${textOf('apps/console/src/page/own-pages.ts')}${Object.values(publicRoutes)
        .map((route) => `'${route.path}'`)
        .join('')}`;
      expect(pages).toContain(`'/${path}'`);
    },
  );

  it('names no alert twice', () => {
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
    expect(alerts.length).toBeGreaterThan(0);
  });

  it.each(['lag_positions', 'events_behind'])('a panel shows the read models by %s', (metric) =>
    expect(queries.map(([, expr]) => expr).join('\n')).toContain(`(halyard_projection_${metric})`),
  );

  it.each(queries)('panel %s: %s', (_, expr) => expect(isPromQl(expr)).toBe(true));
});
