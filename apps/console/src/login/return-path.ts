const HOME = '/console/';
const LENGTH_MAX = 2_000;
/** Browsers differ in how they read these characters in a path. None of our addresses has them. */
const ODD = /[\\\p{Cc}\s]|%(?:2f|5c|0[0-9a-f]|1[0-9a-f]|2e)/iu;

/** The path to return to after a log-in, if it is a page of the console; otherwise the first page. */
export function returnPathOf(asked: string | undefined): string {
  if (asked === undefined || asked.length > LENGTH_MAX || ODD.test(asked.split('?', 1)[0] ?? '')) return HOME;
  const url = URL.parse(asked, 'https://console.invalid');
  if (url?.origin !== 'https://console.invalid' || !asked.startsWith(HOME)) return HOME;
  const isPage = url.pathname.startsWith(HOME) && !url.pathname.includes('//') && !isOurs(url.pathname);
  return isPage ? url.pathname + url.search : HOME;
}

/** Excludes paths that are no pages: they would lead back to the log-in, or show no text. */
const isOurs = (path: string): boolean => /^\/console\/(?:api|assets|callback|login|logout|session)(?:\/|$)/.test(path);
