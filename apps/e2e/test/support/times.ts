import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HalBody, HalClient } from '@halyard/suite/client';

/** Whose time something bears, as the table of docs/concepts/time.md says. */
export type Whose = "account's" | "system's" | 'neither';

const docs = join(import.meta.dirname, '..', '..', '..', '..', 'docs');
const ROW = /^\|(?! What | -)[^|]+\| (account's|system's|neither) +\|([^|]+)\|$/gm;

/** The table, by the name of each time. */
export const timesInTable = (): ReadonlyMap<string, Whose> =>
  new Map(
    [...readFileSync(join(docs, 'concepts', 'time.md'), 'utf8').matchAll(ROW)].flatMap(([, whose = '', names = '']) =>
      [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => [name, whose as Whose] as const),
    ),
  );

/** A time in an answer, by its name in the reference: `Payment.expected.earliest`. */
export interface ShownTime {
  readonly name: string;
  readonly value: string;
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const SKIPPED = new Set(['_links', '_templates', 'response', 'resourceSnapshot', 'resource']);

interface OpenApi {
  readonly paths: Readonly<Record<string, { readonly get?: { readonly responses: object } }>>;
}
const { paths } = JSON.parse(readFileSync(join(docs, 'openapi.json'), 'utf8')) as OpenApi;

/** The name in the reference of what each path answers, by a pattern of the path. */
const schemas = Object.entries(paths).flatMap(([path, { get }]) => {
  const [, name] = /"#\/components\/schemas\/(\w+)"/.exec(JSON.stringify(get?.responses ?? {})) ?? [];
  const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  return name === undefined ? [] : [{ pattern, name }];
});

/** The name in the reference of a resource that has an address. An item without one has that of its list. */
function schemaOf({ _links: links, _embedded: embedded }: HalBody): string | undefined {
  const { href } = links?.['self'] ?? {};
  if (href === undefined) return undefined;
  const { pathname } = new URL(href);
  const name = schemas.find(({ pattern }) => pattern.test(pathname))?.name;
  return embedded === undefined ? name?.replace(/List$/, '') : name;
}

const table = timesInTable();

/** Days are also texts that clients sent, so that only the table says which are times of something. */
const isTime = (value: string, name: string): boolean => TIME.test(value) || (DAY.test(value) && table.has(name));

/** Every time in an answer of the API, without those that clients sent. */
export function timesIn(value: unknown, name: string): readonly ShownTime[] {
  if (typeof value === 'string') return isTime(value, name) ? [{ name, value }] : [];
  if (Array.isArray(value)) return value.flatMap((item) => timesIn(item, name));
  if (typeof value !== 'object' || value === null) return [];
  const own = schemaOf(value as HalBody) ?? name;
  return Object.entries(value)
    .filter(([member]) => !SKIPPED.has(member))
    .flatMap(([member, within]) => timesIn(within, member === '_embedded' ? own : `${own}.${member}`));
}

/** Reads everything that links of the API lead to, from the root on. @returns the answers */
export async function everythingOf(client: HalClient): Promise<readonly HalBody[]> {
  const { baseUrl } = client.connection;
  const known = new Set([`${baseUrl}/`]);
  const answers: HalBody[] = [];
  for (const address of known) {
    const { status, body } = await client.get(address);
    if (status !== 200) continue;
    answers.push(body);
    for (const found of linksIn(body)) if (found.startsWith(baseUrl) && !found.includes('{')) known.add(found);
  }
  return answers;
}

function linksIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([member, within]) =>
    member === 'href' && typeof within === 'string' ? [within] : linksIn(within),
  );
}
