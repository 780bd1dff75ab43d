import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { findChartTool } from '../../chart-tools.ts';
import { documentsOf, root } from '../support/yaml.ts';
import { type Chart, renderedChart } from './chart.ts';

export const FOLDER = 'deploy/helm/halyard';
/** The oldest version that the chart supports, and the newest for which kubectl-validate has the schemas. */
export const KUBERNETES = '1.30';
export const valuesOf = { default: [], full: ['--values', join(import.meta.dirname, 'full-values.yaml')] } as const;

const helm = findChartTool('helm');
const validator = findChartTool('kubectl-validate');

const missing = [helm, validator].flatMap((found) => ('missing' in found ? [found.missing] : []));
/** For the title of the specs: the report of a run shows it. */
export const skipped = missing.length === 0 ? '' : ` (skipped: ${missing.join(', ')})`;
export const hasHelm = 'program' in helm;
export const hasValidator = 'program' in validator;

const run = (found: typeof helm, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync('program' in found ? found.program : '', args, {
    cwd: root,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};

export const lint = (...args: string[]) => run(helm, 'lint', '--strict', FOLDER, ...args);
export const template = (...args: string[]) =>
  run(helm, 'template', 'pay', FOLDER, '--kube-version', `${KUBERNETES}.0`, ...args);
/** Checks the manifests in a folder against the schemas of Kubernetes. */
export const validate = (folder: string) => run(validator, folder, '--version', KUBERNETES);

const charts = new Map<string, Chart>();
/** Rendered once for the same arguments. */
export function chartWith(...args: string[]): Chart {
  const chart = charts.get(args.join(' ')) ?? renderedChart(documentsOf(template(...args).stdout));
  charts.set(args.join(' '), chart);
  return chart;
}
