import { addressOf, type Page } from './page.ts';

/** A page by its slug; all pages of a folder, by title; or a page that lists the many pages of its folder. */
type Entry = string | { readonly folder: string } | { readonly index: string };

interface Section {
  readonly label: string;
  readonly entries: readonly Entry[];
}

/** The order of the site. */
const sections: readonly Section[] = [
  { label: 'Start', entries: ['', 'try-it', 'quick-start', 'integrate', 'operate', 'changelog'] },
  {
    label: 'Concepts',
    entries: [
      'money',
      'concepts/balances',
      'customers',
      'business-verification',
      'documents',
      'concepts/banks',
      'concepts/idempotency',
      'concepts/events-and-order',
      'concepts/sandbox-and-production',
      'concepts/who-operates',
      'concepts/permissions',
      'glossary',
    ],
  },
  { label: 'Sandbox', entries: [{ folder: 'sandbox' }] },
  { label: 'How to', entries: [{ folder: 'how-to' }] },
  { label: 'Runbooks', entries: [{ folder: 'runbooks' }] },
  {
    label: 'Reference',
    entries: [
      { index: 'api' },
      { index: 'resources' },
      { index: 'errors' },
      { index: 'events' },
      { index: 'return-codes' },
      'topics',
      'settings',
      'data',
      'performance',
    ],
  },
  { label: 'Inside', entries: ['architecture', 'adding-a-feature', 'contributing', { index: 'adr' }] },
];

interface PlacedPage {
  readonly page: Page;
  /** Whether the sidebar of every page has a link to it. Other pages are listed by a page in the sidebar. */
  readonly isShown: boolean;
}

interface PlacedSection {
  readonly label: string;
  readonly pages: readonly PlacedPage[];
}

const inFolder = (pages: readonly Page[], folder: string): readonly Page[] =>
  pages
    .filter(({ slug }) => slug.startsWith(`${folder}/`))
    .toSorted((one, other) => one.title.localeCompare(other.title, 'en', { numeric: true }));

/**
 * Every page, in the order of the site.
 *
 * @throws Error if a name has no page, or a page has no place
 */
export function sectionsOf(pages: readonly Page[]): readonly PlacedSection[] {
  const known = new Map(pages.map((page) => [page.slug, page]));
  const pageOf = (slug: string): Page => {
    const page = known.get(slug);
    if (!page) throw new Error(`the navigation names ${slug}, which is no page`);
    return page;
  };
  const place = (entry: Entry): readonly PlacedPage[] => {
    if (typeof entry === 'string') return [{ page: pageOf(entry), isShown: true }];
    if ('folder' in entry) return inFolder(pages, entry.folder).map((page) => ({ page, isShown: true }));
    const listed = inFolder(pages, entry.index).map((page) => ({ page, isShown: false }));
    return [{ page: pageOf(entry.index), isShown: true }, ...listed];
  };
  const placed = sections.map(({ label, entries }) => ({ label, pages: entries.flatMap(place) }));
  const slugs = new Set(placed.flatMap((section) => section.pages.map(({ page }) => page.slug)));
  const left = pages.filter(({ slug }) => !slugs.has(slug)).map(({ slug }) => slug);
  if (left.length > 0) throw new Error(`the navigation does not lead to ${left.join(', ')}`);
  return placed;
}

/** The page before or after another one, as Starlight reads it. */
interface Neighbour {
  readonly link: string;
  readonly label: string;
}

const neighbourOf = (page: Page | undefined): Neighbour | false =>
  page === undefined ? false : { link: addressOf(page.slug), label: page.title };

/** The previous and the next page of each page in the order of the site, by its slug. */
export function neighboursOf(
  pages: readonly Page[],
): ReadonlyMap<string, Readonly<Record<'prev' | 'next', Neighbour | false>>> {
  const order = sectionsOf(pages).flatMap((section) => section.pages.map(({ page }) => page));
  return new Map(
    order.map(({ slug }, at) => [slug, { prev: neighbourOf(order[at - 1]), next: neighbourOf(order[at + 1]) }]),
  );
}

/** The sidebar of every page, as Starlight reads it. */
export const sidebarOf = (pages: readonly Page[]): readonly object[] =>
  sectionsOf(pages).map(({ label, pages: placed }) => ({
    label,
    items: placed
      .filter(({ isShown }) => isShown)
      .map(({ page }) => ({ label: page.title, link: addressOf(page.slug).replace(/^\/docs/, '') })),
  }));
