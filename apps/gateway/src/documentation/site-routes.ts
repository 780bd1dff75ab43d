import { type ExchangeRoute, exchangeRoute } from '@halyard/contracts';

const types = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  webp: 'image/webp',
} as const;

/** The type of a file whose name does not tell its type. */
const BYTES = 'application/octet-stream';

export const typeOf = (path: string): string => {
  const ending = path.slice(path.lastIndexOf('.') + 1);
  return Object.entries(types).find(([known]) => known === ending)?.[1] ?? BYTES;
};

const essences = [...Object.values(types), BYTES].map((type) => type.split(';', 1)[0] ?? type);

const files = (path: string): ExchangeRoute =>
  exchangeRoute('raw', 'GET', path, 'gateway', 'anyone', {
    gives: essences,
    limits: { inFlightMax: 128, ofOneCallerMax: 64 },
    budget: 'documentation',
  });

/** The documentation site is no part of the API and not in docs/openapi.json. */
export const siteRoutes = { getSite: files('/docs'), getSiteFile: files('/docs/*'), getLlms: files('/llms.txt') };

const all: readonly ExchangeRoute[] = Object.values(siteRoutes);
export const isOfSite = (route: ExchangeRoute): boolean => all.includes(route);
