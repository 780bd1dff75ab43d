import { type CommonOptions, type Context, withApi } from '../context.js';
import { wrongUsage } from '../exit-codes.js';
import { escaped } from '../output/terminal-text.js';
import { statementText } from './statement-text.js';

const HAL = 'application/hal+json';
const CSV = 'text/csv';

export interface StatementOptions extends CommonOptions {
  readonly from?: string;
  readonly to?: string;
  readonly csv?: boolean;
}

export async function getStatement(context: Context, id: string, options: StatementOptions): Promise<void> {
  const { from, to, csv, json } = options;
  if (csv && json) throw wrongUsage('--csv can’t be used with --json');
  const period = new URLSearchParams({ ...(from !== undefined && { from }), ...(to !== undefined && { to }) });
  const path = `/funding-sources/${encodeURIComponent(id)}/statement?${period.toString()}`;
  await withApi(context, options, async (api) => {
    const { text, body } = await api.request('GET', path, { accept: csv ? CSV : HAL });
    if (csv) context.print(text.replace(/\n$/, ''));
    else context.print(json ? escaped(text).replace(/\n$/, '') : statementText(body, context.columns));
  });
}
