import { join } from 'node:path';
import { textOf, yamlOf } from './yaml.ts';

const FOLDER = 'deploy/helm/halyard/monitoring';
export const RULES = join(FOLDER, 'alerts.yaml');
const DASHBOARD = join(FOLDER, 'dashboard.json');

/** A rule that stores the result of an expression under a name. */
interface RecordingRule {
  readonly record: string;
  readonly expr: string;
}
interface AlertRule {
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
  readonly groups: readonly { readonly name: string; readonly rules: readonly (RecordingRule | AlertRule)[] }[];
}
interface Panel {
  readonly title: string;
  readonly description?: string;
  readonly targets?: readonly { readonly expr: string }[];
}

const all = (yamlOf(RULES) as Rules).groups.flatMap(({ rules }) => rules);
export const recordings = all.filter((rule) => 'record' in rule);
export const alerts = all.filter((rule) => 'alert' in rule);
export const { panels } = JSON.parse(textOf(DASHBOARD)) as { readonly panels: readonly Panel[] };

/** The metrics of the code that an expression reads, also by way of recordings. A histogram is named without its parts. */
export function metricsOf(expr: string): string[] {
  const recorded = recordings.filter(({ record }) => expr.includes(record)).flatMap((rule) => metricsOf(rule.expr));
  const named = [...expr.matchAll(/\b(?:halyard|nodejs|process)_\w+/g)].map(([name]) =>
    name.replace(/_(?:bucket|count|sum)$/, ''),
  );
  return [...new Set([...recorded, ...named])];
}
