const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

/** Markup of our own. Everything else is text, and is escaped. */
export class Html {
  constructor(readonly markup: string) {}
}

export type HtmlPart = Html | string | number | undefined | readonly HtmlPart[];

const markupOf = (part: HtmlPart): string => {
  if (part === undefined) return '';
  if (part instanceof Html) return part.markup;
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part));
  return part.map(markupOf).join('');
};

/** Template tag: html`<p>${text}</p>` escapes its values, except nested templates. Lists are joined. */
export const html = (markup: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html =>
  new Html(String.raw({ raw: markup }, ...parts.map(markupOf)));
