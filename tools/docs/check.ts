import { gzipSync } from 'node:zlib';

/** Files of the site by their address. Only HTML files have their text here. */
export type BuiltSite = ReadonlyMap<string, string | undefined>;

const PAGE_BYTES_MAX = 30_000;

const valuesOf = (html: string, pattern: RegExp): readonly string[] =>
  [...html.matchAll(pattern)].map(([, value = '']) => value.replaceAll('&amp;', '&').replaceAll('&#38;', '&'));
const linksOf = (html: string): readonly string[] => valuesOf(html, /<a\b[^>]*?\shref="([^"]*)"/g);
const assetsOf = (html: string): readonly string[] => [
  ...valuesOf(html, /<(?:img|script|source|iframe)\b[^>]*?\ssrc="([^"]*)"/g),
  ...valuesOf(html, /<link\b[^>]*?\srel="(?:stylesheet|icon|shortcut icon|modulepreload)"[^>]*?\shref="([^"]*)"/g),
  ...valuesOf(html, /<link\b[^>]*?\shref="([^"]*)"[^>]*?\srel="(?:stylesheet|icon|shortcut icon|modulepreload)"/g),
];
const anchorsOf = (html: string): ReadonlySet<string> => new Set(valuesOf(html, /\sid="([^"]*)"/g));

/** Addresses that the suite serves besides the site. */
const besides = new Set(['/openapi.json', '/asyncapi.json', '/llms.txt']);

const isElsewhere = (link: string): boolean => /^(?:https:|mailto:)/.test(link);

interface Target {
  readonly path: string;
  readonly anchor: string;
}

function targetOf(link: string, from: string): Target {
  const { pathname, hash } = new URL(link, `https://site${from}`);
  return { path: pathname, anchor: decodeURIComponent(hash.slice(1)) };
}

/** Faults of a page by itself, as sentences. */
function faultsOfPage(site: BuiltSite, from: string, html: string): readonly string[] {
  const links = linksOf(html)
    .filter((link) => !isElsewhere(link))
    .map((link) => ({ link, ...targetOf(link, from) }));
  const broken = links
    .filter(({ path }) => !site.has(path) && !besides.has(path))
    .map(({ link }) => `${from} links to ${link}, which is not there`);
  const lost = links
    .filter(({ path, anchor }) => anchor !== '' && site.has(path) && !anchorsOf(site.get(path) ?? '').has(anchor))
    .map(({ link }) => `${from} links to ${link}, and that page has no such anchor`);
  const missing = assetsOf(html)
    .filter((asset) => isElsewhere(asset) || !site.has(targetOf(asset, from).path))
    .map((asset) => `${from} needs ${asset}, which is no file of the site`);
  const within = [/\sstyle="/, /<script(?![^>]*\ssrc=)[^>]*>/, /<style/, /\son\w+="/].filter((it) => it.test(html));
  const bytes = gzipSync(html).length;
  return [
    ...new Set([...broken, ...lost, ...missing]),
    ...within.map((pattern) => `${from} has ${pattern.source} within, which its policy forbids`),
    ...(bytes > PAGE_BYTES_MAX ? [`${from} has ${bytes} bytes compressed: ${PAGE_BYTES_MAX} are allowed`] : []),
  ];
}

/** The pages that a reader reaches by links from the first page. */
function reached(site: BuiltSite, first: string): ReadonlySet<string> {
  const seen = new Set([first]);
  for (const from of seen) {
    for (const link of linksOf(site.get(from) ?? '').filter((it) => !isElsewhere(it))) {
      const { path } = targetOf(link, from);
      if (site.has(path)) seen.add(path);
    }
  }
  return seen;
}

/** All faults of the site, as sentences. */
export function faultsOf(site: BuiltSite): readonly string[] {
  const pages = [...site].filter((file): file is [string, string] => file[1] !== undefined);
  const known = reached(site, '/docs/');
  const alone = pages
    .filter(([address]) => !known.has(address) && address !== '/docs/404.html')
    .map(([address]) => `no page links to ${address}`);
  return [...pages.flatMap(([address, html]) => faultsOfPage(site, address, html)), ...alone];
}
