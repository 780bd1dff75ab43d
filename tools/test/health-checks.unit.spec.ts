import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { healthCheckNames, healthChecks } from '@halyard/contracts/operations';
import { describe, expect, it } from '@jest/globals';
import { root, textOf, yamlOf } from './support/yaml.ts';

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert?: string;
      readonly expr: string;
      readonly labels?: { readonly severity?: string };
      readonly annotations?: { readonly runbook?: string };
    }[];
  }[];
}
const alerts = (yamlOf('deploy/helm/halyard/monitoring/alerts.yaml') as Rules).groups.flatMap(({ rules }) => rules);

/** The rows of the table in docs/operate.md that begin with the name of a check. */
const documented = textOf('docs/operate.md')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, , , status = '']) => /^`(?:warning|failing)`$/.test(status))
  .map(([, name = '', when = '', status = '', page = '']) => ({
    name: name.replaceAll('`', ''),
    when,
    status: status.replaceAll('`', ''),
    page: /\]\((.+)\.md\)$/.exec(page)?.[1],
  }));

const grouped = new Intl.NumberFormat('en');

const rows = healthCheckNames.map((name) => {
  const { wrong, page, ...row } = healthChecks[name];
  return {
    name,
    wrong,
    page,
    above: 'above' in row ? row.above : undefined,
    fires: 'alerts' in row ? row.alerts : [],
  };
});

describe('the checks of GET /operations/health', () => {
  it('are listed in docs/operate.md, each with its status and its page', () => {
    expect(documented.map(({ name, status, page }) => ({ name, status, page }))).toEqual(
      rows.map(({ name, wrong, page }) => ({ name, status: wrong, page })),
    );
  });

  it.each(rows)('$name has a page that exists, and its limit in the list', ({ name, page, above }) => {
    expect(existsSync(join(root, 'docs', `${page}.md`))).toBe(true);
    const { when } = documented.find((row) => row.name === name) ?? {};
    expect(when?.match(/more than ([\d,]+)/)?.[1]).toBe(above === undefined ? undefined : grouped.format(above));
  });

  it.each(rows.flatMap(({ fires, ...row }) => fires.map((fired) => ({ ...row, fired }))))(
    '$name has the limit, the gravity and the page of $fired',
    ({ fired, wrong, page, above }) => {
      const { expr = '', labels, annotations } = alerts.find(({ alert }) => alert === fired) ?? {};
      const limit = />\s*([\d.]+)\s*$/.exec(expr)?.[1];
      if (above !== undefined) expect(Number(limit)).toBe(above);
      expect(labels?.severity).toBe(wrong === 'failing' ? 'critical' : 'warning');
      expect(annotations?.runbook).toBe(`docs/${page}.md`);
    },
  );
});
