export const code = (text: string): string => `\`${text}\``;

/** An example URL in a text. Markdown would make a link of it. */
const URL_IN_TEXT = /(?<![`"(])\bhttps?:\/\/[\w./:-]*\w/g;

/** Text in one line, in which nothing becomes an element or a link. */
export const escapedText = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll('<', '&lt;')
    .replaceAll(URL_IN_TEXT, (url) => code(url))
    .trim();

/** Text within a cell of a table. */
const cell = (text: string): string => escapedText(text).replaceAll('|', '\\|');

/** A table; empty text if it would have no rows. */
export const tableOf = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows.length === 0
    ? ''
    : [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');

export const jsonBlock = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, undefined, 2)}\n\`\`\``;

export const codeBlock = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;

export const shellBlock = (...lines: readonly string[]): string => `\`\`\`bash\n${lines.join('\n')}\n\`\`\``;

/** Puts a part of a page into an element of the site (site/src/site.css). Pages as Markdown do not have the element. */
export const wrapped = (name: 'fields' | 'request' | 'tabs', text: string): string =>
  `<site-${name}>\n\n${text}\n\n</site-${name}>`;

/** Joins the parts of a page with blank lines. Empty parts are left out. */
export const parts = (...texts: readonly (string | undefined)[]): string =>
  texts.filter((text) => text !== undefined && text !== '').join('\n\n');

export const section = (heading: string, ...texts: readonly (string | undefined)[]): string => {
  const text = parts(...texts);
  return text === '' ? '' : `## ${heading}\n\n${text}`;
};
