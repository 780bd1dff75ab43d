import type { Hal } from '../api/api.js';
import { type Context, withApi } from '../context.js';
import { cellOf } from '../output/cells.js';
import { printAnswer, type ShowOptions } from '../output/print.js';
import { tableText } from '../output/table.js';
import { isObject, plain } from '../output/terminal-text.js';

const PATH = '/operations/health';
const COLUMNS = ['status', 'name', 'service', 'message', 'since'];

export async function printHealth(context: Context, options: ShowOptions): Promise<void> {
  await withApi(context, options, async (api) => {
    const health = await api.get(PATH);
    if (options.json || options.fields) await printAnswer(context, api, health, options);
    else context.print(healthText(health, context.columns));
  });
}

/** The status, a line for each check, and for whatever is wrong the page that says what to do. */
function healthText({ status, checks }: Hal, room: number | undefined): string {
  const rows = Array.isArray(checks) ? checks.filter(isObject) : [];
  const cells = rows.map((row) => COLUMNS.map((name) => cellOf(row[name])));
  const pages = rows
    .filter((row) => row['status'] !== 'ok')
    .map(({ name, help }) => `${cellOf(name)}: ${cellOf(help)}`);
  return [
    plain(cellOf(status)),
    ...(rows.length > 0 ? [tableText([COLUMNS, ...cells], room)] : []),
    ...new Set(pages),
  ].join('\n');
}
