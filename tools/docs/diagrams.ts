import { code, tableOf } from './reference/markdown.ts';

const BLOCK = /^```mermaid\n([^`]*)```$/gm;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Pixels. */
const COLUMN = 220;
const ROW = 40;
const HEAD = 64;

interface Sequence {
  readonly columns: readonly { readonly id: string; readonly name: string }[];
  readonly rows: readonly Row[];
}

interface Row {
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly kind: 'note' | 'pending' | 'done';
}

function rowOf(line: string): Row | undefined {
  const note = /^Note over (\w+)(?:,(\w+))?: (.+)$/.exec(line);
  if (note) return { from: note[1] ?? '', to: note[2] ?? note[1] ?? '', text: note[3] ?? '', kind: 'note' };
  const arrow = /^(\w+)(-->>|->>)(\w+): (.+)$/.exec(line);
  if (!arrow) return undefined;
  const kind = arrow[2] === '->>' ? 'done' : 'pending';
  return { from: arrow[1] ?? '', to: arrow[3] ?? '', text: arrow[4] ?? '', kind };
}

function sequenceOf(lines: readonly string[]): Sequence {
  let party = '';
  const columns: { id: string; name: string }[] = [];
  for (const line of lines) {
    party = /^box (.+)$/.exec(line)?.[1] ?? party;
    const [, id, name] = /^participant (\w+) as (.+)$/.exec(line) ?? [];
    if (id !== undefined && name !== undefined) columns.push({ id, name: `${party}: ${name}` });
  }
  return { columns, rows: lines.flatMap((line) => rowOf(line) ?? []) };
}

/** Draws who sends what to whom, from top to bottom. The diagram's text is the picture's alternative text. */
function drawn({ columns, rows }: Sequence): string {
  const at = (id: string): number => columns.findIndex((column) => column.id === id) * COLUMN + COLUMN / 2;
  const [width, height] = [columns.length * COLUMN, HEAD + rows.length * ROW + 10];
  const lifelines = columns.map(
    ({ id, name }) =>
      `<text class="who" x="${at(id)}" y="30">${escaped(name)}</text><line class="life" x1="${at(id)}" y1="44" x2="${at(id)}" y2="${height}"/>`,
  );
  const drawnRows = rows.map(({ from, to, text, kind }, index) => {
    const y = HEAD + index * ROW + 20;
    const [left, right, middle] = [at(from), at(to), (at(from) + at(to)) / 2];
    if (kind === 'note') {
      const wide = Math.abs(right - left) + COLUMN - 16;
      return `<rect class="note" x="${middle - wide / 2}" y="${y - 16}" width="${wide}" height="26" rx="5"/><text x="${middle}" y="${y + 2}">${escaped(text)}</text>`;
    }
    const tip = right > left ? -8 : 8;
    return `<text x="${middle}" y="${y - 5}">${escaped(text)}</text><path class="${kind}" d="M${left} ${y + 4}H${right}m${tip} -5l${-tip} 5l${tip} 5"/>`;
  });
  const name = (id: string): string => columns.find((column) => column.id === id)?.name ?? id;
  const told = rows.map(({ from, to, text, kind }) =>
    kind === 'note' ? text : `${text}, from ${name(from)} to ${name(to)}`,
  );
  return `<svg class="flow" role="img" aria-label="${escaped(told.join('; '))}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${lifelines.join('')}${drawnRows.join('')}</svg>`;
}

/** A table of the events that lead from one state to another. */
const statesOf = (lines: readonly string[]): string =>
  tableOf(
    ['From', 'To', 'By'],
    lines.flatMap((line) => {
      const [, from, to, by = ''] = /^(\S+) --> (\S+?)(?:: (.+))?$/.exec(line) ?? [];
      return from !== undefined && to !== undefined ? [[stateName(from), stateName(to), by]] : [];
    }),
  );

const stateName = (state: string): string => (state === '[*]' ? 'new' : code(state));

/** Replaces the diagrams of a page by pictures and tables, so that nobody needs a program that draws them. */
export const withPictures = (markdown: string): string =>
  markdown.replaceAll(BLOCK, (_, text: string) => {
    const [kind = '', ...lines] = text
      .trim()
      .split('\n')
      .map((line) => line.trim());
    return kind === 'sequenceDiagram' ? drawn(sequenceOf(lines)) : statesOf(lines);
  });
