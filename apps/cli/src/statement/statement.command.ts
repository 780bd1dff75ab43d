import { type CommonOptions, type Context, withApi } from '../context.js';

const HAL = 'application/hal+json';
const CSV = 'text/csv';

export interface StatementOptions extends CommonOptions {
  readonly from?: string;
  readonly to?: string;
  readonly csv?: boolean;
}

/** Prints the statement of a balance as the API answers it. */
export function getStatement(context: Context, id: string, options: StatementOptions): Promise<void> {
  const { from, to, csv } = options;
  const period = new URLSearchParams({ ...(from !== undefined && { from }), ...(to !== undefined && { to }) });
  const path = `/funding-sources/${encodeURIComponent(id)}/statement?${period.toString()}`;
  return withApi(context, options, async (api) => {
    const { text } = await api.request('GET', path, { accept: csv ? CSV : HAL });
    context.print(text.replace(/\n$/, ''));
  });
}
