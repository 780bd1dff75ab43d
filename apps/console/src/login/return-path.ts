const HOME = '/console/';
const LENGTH_MAX = 2_000;
/** Characters that browsers read in ways of their own within a path: none of our addresses has them. */
const ODD = /[\\\p{Cc}\s]|%(?:2f|5c|0[0-9a-f]|1[0-9a-f]|2e)/iu;

/** A page of the console that a log-in leads back to; the first page for anything else. */
export function returnPathOf(asked: string | undefined): string {
  if (asked === undefined || asked.length > LENGTH_MAX || ODD.test(asked.split('?', 1)[0] ?? '')) return HOME;
  const url = URL.parse(asked, 'https://console.invalid');
  if (url?.origin !== 'https://console.invalid' || !asked.startsWith(HOME)) return HOME;
  const isPage = url.pathname.startsWith(HOME) && !url.pathname.includes('//') && !isOurs(url.pathname);
  return isPage ? url.pathname + url.search : HOME;
}

/** What is no page: it would lead to itself, or to no text. */
const isOurs = (path: string): boolean => /^\/console\/(?:api|assets|callback|login|logout|session)(?:\/|$)/.test(path);
