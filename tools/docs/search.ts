import { sectionsOf } from './navigation.ts';
import { addressOf, type Page, plainOf, summaryOf, withoutWrappers } from './page.ts';

/** A part of a page below one heading, in the form from which the search index is made. */
export interface SearchDocument {
  /** The address of the part: that of the page, with an anchor below the first heading. */
  readonly id: string;
  readonly title: string;
  readonly section: string;
  readonly heading: string;
  readonly text: string;
  /** Names by which the page is found first. Only the first part of a page has them. */
  readonly names: readonly string[];
  readonly summary: string;
}

const HEADING = /^#{2,3} (.+)$/m;
const FENCED = /^```[^]*?^```$/gm;
/** Examples of answers repeat names from the text around them. */
const JSON_BLOCK = /^```json\n[^]*?^```$/gm;

/** The anchor that the site gives a heading. */
function anchorOf(heading: string, taken: Set<string>): string {
  const slug = heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
  let anchor = slug;
  for (let count = 1; taken.has(anchor); count += 1) anchor = `${slug}-${count}`;
  taken.add(anchor);
  return anchor;
}

interface Part {
  readonly heading: string;
  readonly text: string;
}

/** The text before the first heading, and each heading with the text below it. */
function partsOf(text: string): readonly Part[] {
  const [first = '', ...others] = text.split(HEADING);
  const headings = others.filter((_, index) => index % 2 === 0);
  return [
    { heading: '', text: first },
    ...headings.map((heading, index) => ({ heading: plainOf(heading), text: others[index * 2 + 1] ?? '' })),
  ];
}

/** Operations answer the same errors, and have requests made of their body: only their own words count. */
const isOperation = ({ slug }: Page): boolean => slug.startsWith('api/');
const REPEATED = new Set(['Request', 'curl', 'Command line', 'TypeScript', 'What it needs', 'Errors']);

function documentsOf(page: Page, section: string): readonly SearchDocument[] {
  const text = withoutWrappers(page.text).replaceAll(isOperation(page) ? FENCED : JSON_BLOCK, '');
  const taken = new Set<string>();
  const address = addressOf(page.slug);
  return partsOf(text).flatMap((part, index) => {
    const anchor = part.heading === '' ? '' : anchorOf(part.heading, taken);
    if (isOperation(page) && REPEATED.has(part.heading)) return [];
    return {
      id: anchor === '' ? address : `${address}#${anchor}`,
      title: page.title,
      section,
      heading: part.heading,
      text: plainOf(part.text),
      names: index === 0 ? (page.names ?? []) : [],
      summary: index === 0 ? summaryOf(page) : '',
    };
  });
}

export const searchDocuments = (pages: readonly Page[]): readonly SearchDocument[] =>
  sectionsOf(pages).flatMap(({ label, pages: placed }) => placed.flatMap(({ page }) => documentsOf(page, label)));
