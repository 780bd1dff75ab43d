import { sectionsOf } from './navigation.ts';
import { addressOf, type Page, plainOf, summaryOf } from './page.ts';

/** A page in the form from which the search index is made. */
interface SearchDocument {
  readonly id: string;
  readonly title: string;
  readonly section: string;
  readonly summary: string;
  readonly headings: string;
  readonly text: string;
}

const HEADING = /^#+ (.+)$/gm;
/** Examples of answers repeat names from the text around them. */
const JSON_BLOCK = /^```json\n[^`]*^```$/gm;

export const searchDocuments = (pages: readonly Page[]): readonly SearchDocument[] =>
  sectionsOf(pages).flatMap(({ label, pages: placed }) =>
    placed.map(({ page }) => ({
      id: addressOf(page.slug),
      title: page.title,
      section: label,
      summary: summaryOf(page),
      headings: [...page.text.matchAll(HEADING)].map(([, heading]) => heading).join('\n'),
      text: plainOf(page.text.replaceAll(JSON_BLOCK, '')),
    })),
  );
