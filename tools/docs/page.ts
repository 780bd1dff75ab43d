/** A page of the documentation site. */
export interface Page {
  /** The page's address below `/docs/`, without slashes at its ends. Empty for the first page. */
  readonly slug: string;
  readonly title: string;
  /** Markdown below the title. Links to other pages are their addresses. */
  readonly text: string;
  /** Names by which a reader looks for the page, besides its title. The search finds it first by each of them. */
  readonly names?: readonly string[];
  /** The group of the page among the pages of its folder. */
  readonly group?: string;
  /** A word beside the page's link in the menu: the method of an operation. */
  readonly badge?: string;
  /** The file that contains the page, from the root of the project. Absent for a page that is made from code. */
  readonly source?: string;
}

export const addressOf = (slug: string): string => (slug === '' ? '/docs/' : `/docs/${slug}/`);

/** The address of the page as Markdown, which is beside the page's address. */
export const markdownAddressOf = (slug: string): string => `/docs/${slug === '' ? 'index' : slug}.md`;

const WRAPPER = /^<\/?site-\w+>\n+/gm;

/** Markdown without the elements that only the site has. */
export const withoutWrappers = (text: string): string => `${text.trim()}\n`.replaceAll(WRAPPER, '');

export const markdownOf = ({ title, text }: Page): string => `# ${title}\n\n${withoutWrappers(text).trim()}\n`;

/** Markdown without its marks and without the addresses of its links. */
export const plainOf = (text: string): string =>
  text
    .replaceAll(/\[([^[\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Method, path and name of an operation. */
const REQUEST = /<site-request>[^]*?<\/site-request>/;

/** A first sentence with fewer characters says too little, so the next sentence is added. */
const SUMMARY_MIN = 40;

const isProse = (paragraph: string): boolean => /^(?:\p{L}|`(?!``)|\*\*|\[)/u.test(paragraph);

/**
 * The description of a page in searches and lists: whole sentences from the beginning of its first paragraph, without
 * marks.
 */
export function summaryOf({ text, title }: Page): string {
  const paragraphs = text
    .replace(REQUEST, '')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim());
  const plain = plainOf(paragraphs.find(isProse) ?? title);
  for (const { index } of plain.matchAll(/[.](?= )/g)) if (index >= SUMMARY_MIN) return plain.slice(0, index + 1);
  return plain;
}
