import type MiniSearch from 'minisearch';
import type { SearchResult } from 'minisearch';
import type { FoundPart } from './rules.ts';

/** A page, with the parts of it in which the words were found. */
export interface FoundPage {
  readonly address: string;
  readonly title: string;
  readonly section: string;
  readonly summary: string;
  /** Method and path of an operation. */
  readonly request?: string | undefined;
  readonly parts: readonly { readonly address: string; readonly heading: string }[];
}

type Result = SearchResult & FoundPart;

const DECISIONS = '/docs/adr/';
const PARTS_MAX = 3;
const PARAMETER = /\{[^}]*\}|:\w+|[\da-f]{8}-[\da-f-]{27}/g;

/** `post /customers/:id/` -> `post /customers/{}` */
const comparable = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(PARAMETER, '{}')
    .replace(/(?<=.)\/$/, '');

const pageOf = (id: string): string => id.replace(/#.*/, '');

/** Whether the words were found in the part itself, and not only in the title of its page. */
const isWithin = ({ match }: Result): boolean =>
  Object.values(match).some((fields) => fields.includes('heading') || fields.includes('text'));

function foundPage(address: string, results: readonly Result[], index: MiniSearch<FoundPart>): FoundPage {
  const page = index.getStoredFields(address) as unknown as FoundPart;
  const request = page.names.find((name) => /^[A-Z]+ \//.test(name));
  const parts = results.filter((result) => result.id.includes('#') && isWithin(result)).slice(0, PARTS_MAX);
  return {
    address,
    title: page.title,
    section: page.section,
    summary: page.summary,
    request,
    parts: parts.map(({ id, heading }) => ({ address: id, heading })),
  };
}

/**
 * Pages for the words of a reader, best first. A page that has the words as its title or as one of its names comes
 * before all others.
 *
 * @param withDecisions whether the records of decisions are searched too
 */
export function find(index: MiniSearch<FoundPart>, words: string, withDecisions: boolean): readonly FoundPage[] {
  const results = index.search(words, {
    filter: ({ id }) => withDecisions || !String(id).startsWith(DECISIONS),
  }) as unknown as readonly Result[];
  const wanted = comparable(words);
  const isNamed = (address: string): boolean => {
    const { title, names } = index.getStoredFields(address) as unknown as FoundPart;
    return [title, ...names].some((name) => comparable(name) === wanted);
  };
  const byPage = [...Map.groupBy(results, ({ id }) => pageOf(id))];
  const named = byPage.filter(([address]) => isNamed(address));
  const others = byPage.filter(([address]) => !isNamed(address));
  return [...named, ...others].map(([address, found]) => foundPage(address, found, index));
}
