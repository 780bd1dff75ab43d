import { describe, expect, it } from '@jest/globals';
import { parser } from '@prometheus-io/lezer-promql';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { root, textOf, yamlOf } from './support/yaml.ts';

const folder = 'deploy/helm/halyard/monitoring';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: { readonly severity: string };
  readonly annotations: {
    readonly summary: string;
    readonly description?: string;
    readonly runbook: string;
    readonly console?: string;
  };
}
interface Rules {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
}
interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets?: readonly { readonly expr: string }[] }[];
}

const rules = (yamlOf(join(folder, 'alerts.yaml')) as Rules).groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(textOf(join(folder, 'dashboard.json'))) as Dashboard;
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

describe('what is given to Prometheus and Grafana', () => {
  it.each(['sum by (le (x)', 'rate(x[5q])', 'x >', 'sum(x) by'])('is PromQL, which %j is not', (text) =>
    expect(isPromQl(text)).toBe(false),
  );

  it.each(rules.map((rule) => [rule.alert, rule] as const))('alert %s', (_, { expr, annotations, ...rule }) => {
    expect(isPromQl(expr)).toBe(true);
    expect(rule).toEqual({
      alert: expect.stringMatching(/^Halyard[A-Za-z]+$/),
      for: expect.stringMatching(/^\d+[smh]$/),
      labels: { severity: expect.stringMatching(/^(?:critical|warning)$/) },
    });
    const told = Object.values(annotations).join('\n');
    for (const [, label = ''] of told.matchAll(/\$labels\.(\w+)/g)) expect(keptBy(expr)).toContain(label);
  });

  it.each(rules.map(({ alert, annotations }) => [alert, annotations.runbook] as const))(
    '%s leads to a page that says what to do about it',
    (alert, runbook) => {
      expect(runbook).toMatch(/^docs\/(?:runbooks|how-to)\/[\w-]+\.md$/);
      const page = textOf(runbook);
      expect(/^Alarms?: (.+)\.$/m.exec(page)?.[1]?.split(', ')).toContain(`\`${alert}\``);
      expect(page).toMatch(/^1\. /m);
    },
  );

  it('has no page for an alarm that there is not', () => {
    const named = globSync('docs/**/*.md', { cwd: root }).flatMap((page) =>
      [...textOf(page).matchAll(/^Alarms?: (.+)\.$/gm)].flatMap(([, names = '']) =>
        names.replaceAll('`', '').split(', '),
      ),
    );
    expect(named.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
  });

  it('leads from a parked key to its page in the console', () => {
    const { annotations } = rules.find(({ alert }) => alert === 'HalyardKeysParked') ?? {};
    expect(annotations?.console).toBe(
      '{{ $externalLabels.console }}operations/parked-messages?service={{ $labels.service }}&key={{ $labels.key | urlquery }}',
    );
  });

  it('names no alert twice', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    expect(rules.length).toBeGreaterThan(0);
  });

  it.each(['lag_positions', 'events_behind'])('a panel shows the read models by %s', (metric) =>
    expect(queries.map(([, expr]) => expr).join('\n')).toContain(`(halyard_projection_${metric})`),
  );

  it.each(queries)('panel %s: %s', (_, expr) => expect(isPromQl(expr)).toBe(true));
});
