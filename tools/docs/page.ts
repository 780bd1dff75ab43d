/** A page of the documentation site. */
export interface Page {
  /** Its address below `/docs/`, without slashes at its ends; empty for the first page. */
  readonly slug: string;
  readonly title: string;
  /** Markdown below the title. Links to other pages are their addresses. */
  readonly text: string;
  /** The file that it was written in, from the root of the project; absent for a page that is made from code. */
  readonly source?: string;
}

export const addressOf = (slug: string): string => (slug === '' ? '/docs/' : `/docs/${slug}/`);

/** Where the page is as Markdown: beside its address. */
export const markdownAddressOf = (slug: string): string => `/docs/${slug === '' ? 'index' : slug}.md`;

export const markdownOf = ({ title, text }: Page): string => `# ${title}\n\n${text.trim()}\n`;

/** Markdown without its marks, and without where its links lead. */
export const plainOf = (text: string): string =>
  text
    .replaceAll(/\[([^[\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Characters that say enough: with fewer, the sentence after them is said too. */
const SUMMARY_MIN = 40;

const isProse = (paragraph: string): boolean => /^(?:\p{L}|`(?!``)|\*\*|\[)/u.test(paragraph);

/** What a search or a list says of a page: how its first paragraph begins, in whole sentences, without marks. */
export function summaryOf({ text, title }: Page): string {
  const paragraphs = text.split(/\n\s*\n/).map((paragraph) => paragraph.trim());
  const plain = plainOf(paragraphs.find(isProse) ?? title);
  for (const { index } of plain.matchAll(/[.](?= )/g)) if (index >= SUMMARY_MIN) return plain.slice(0, index + 1);
  return plain;
}
