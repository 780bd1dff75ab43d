import { sectionsOf } from './navigation.ts';
import { markdownAddressOf, markdownOf, type Page, summaryOf } from './page.ts';

/** An operation is also named by its method, path and id. */
const namesOf = ({ badge, names = [] }: Page): string =>
  badge === undefined
    ? ''
    : `${names
        .slice(0, 2)
        .map((name) => `\`${name}\``)
        .join(', ')}. `;

const lineOf = (page: Page): string =>
  `- [${page.title}](${markdownAddressOf(page.slug)}): ${namesOf(page)}${summaryOf(page)}`;

/** llms.txt: the address of each page as Markdown, with a sentence about its content. */
export function summary(pages: readonly Page[]): string {
  const sections = sectionsOf(pages).map(
    ({ label, pages: placed }) => `## ${label}\n\n${placed.map(({ page }) => lineOf(page)).join('\n')}\n`,
  );
  return `# Halyard

> A payments suite that you run yourself: bank-funded transfers, stored balances, verified customers and signed webhooks behind one HAL API.

Each page is Markdown at the address given here, and HTML at the same address with \`/\` in place of \`.md\`.
[All pages in one file](/docs/llms-full.txt). [The API as OpenAPI 3.1](/openapi.json).
[The events between services as AsyncAPI](/asyncapi.json).

${sections.join('\n')}`;
}

/** Every page, one after the other. */
export const fullText = (pages: readonly Page[]): string => pages.map(markdownOf).join('\n');
