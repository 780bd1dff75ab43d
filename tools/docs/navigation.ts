import { addressOf, type Page } from './page.ts';

/** A page by its slug; all pages of a folder, by title; or a page that lists the pages of its folder. */
type Entry = string | { readonly folder: string } | Index;

interface Index {
  readonly index: string;
  /** The pages of the folder are so many that the menu names the listing page alone. */
  readonly isLong?: true;
}

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
      'concepts/bank-behavior',
      'concepts/bank-files',
      'concepts/idempotency',
      'concepts/events-and-order',
      'concepts/time',
      'concepts/sandbox-and-production',
      'concepts/permissions',
      'concepts/who-operates',
      'glossary',
    ],
  },
  { label: 'Sandbox', entries: [{ folder: 'sandbox' }] },
  {
    label: 'How to integrate',
    entries: [
      'how-to/send-a-transfer',
      'how-to/link-a-bank',
      'how-to/receive-webhooks',
      'how-to/follow-events',
      'how-to/refund-a-transfer',
      'how-to/read-a-statement',
      'how-to/advance-the-clock',
      'how-to/close-a-bank-over-a-holiday',
      'how-to/upload-a-return-file',
      'how-to/act-for-other-accounts',
      'how-to/use-the-typed-client',
      'how-to/use-the-command-line',
      'how-to/use-the-bruno-collection',
      'how-to/use-a-published-client',
    ],
  },
  {
    label: 'How to support',
    entries: [
      'how-to/use-the-console',
      'how-to/read-a-timeline',
      'how-to/read-the-log-of-requests',
      'how-to/settle-a-negative-balance',
    ],
  },
  {
    label: 'How to operate',
    entries: [
      'how-to/run-it-distributed',
      'how-to/deploy-compose',
      'how-to/deploy-kubernetes',
      'how-to/run-behind-a-proxy',
      'how-to/let-people-log-in',
      'how-to/keep-log-ins-safe',
      'how-to/use-doctor',
      'how-to/back-up-and-restore',
      'how-to/upgrade',
      'how-to/replay-parked-messages',
      'how-to/rebuild-a-read-model',
      'how-to/verify',
      'how-to/change-a-services-key',
      'how-to/trust-a-private-authority',
    ],
  },
  { label: 'Runbooks', entries: [{ folder: 'runbooks' }] },
  { label: 'API reference', entries: [{ index: 'api' }] },
  { label: 'Resources', entries: [{ index: 'resources' }] },
  { label: 'Errors', entries: [{ index: 'errors' }] },
  { label: 'Events', entries: [{ index: 'events' }, 'topics'] },
  { label: 'Return codes', entries: [{ index: 'return-codes' }] },
  { label: 'Correction codes', entries: [{ index: 'correction-codes' }] },
  {
    label: 'Limits and settings',
    entries: ['limits', 'settings', 'metrics', 'data', 'performance', 'performance-of-the-console'],
  },
  {
    label: 'How to change the suite',
    entries: [
      'architecture',
      'adding-a-feature',
      'how-to/add-an-event',
      'how-to/add-a-consumer',
      'contributing',
      { index: 'adr', isLong: true },
    ],
  },
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
    const listed = pages
      .filter(({ slug }) => slug.startsWith(`${entry.index}/`))
      .map((page) => ({ page, isShown: entry.isLong !== true }));
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

/** Names of events are wider than the menu: a line may end after an underscore. */
const inMenu = (title: string): string => title.replaceAll('_', '_\u200b');

const linkOf = ({ title, slug, badge }: Page): object => ({
  label: inMenu(title),
  link: addressOf(slug).replace(/^\/docs/, ''),
  ...(badge !== undefined && { badge }),
});

/** The sidebar of every page, as Starlight reads it. */
export const sidebarOf = (pages: readonly Page[]): readonly object[] =>
  sectionsOf(pages).map(({ label, pages: placed }) => {
    const groups = Map.groupBy(
      placed.filter(({ isShown }) => isShown).map(({ page }) => page),
      ({ group }) => group ?? '',
    );
    return {
      label,
      // The section of the page that is read is open.
      collapsed: true,
      items: [...groups].flatMap(([group, grouped]) => {
        const items = grouped.map(linkOf);
        return group === '' ? items : [{ label: group, collapsed: true, items }];
      }),
    };
  });
