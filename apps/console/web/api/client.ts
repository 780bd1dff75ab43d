import { ApiError, createClient, type Hal } from '@halyard/client';
import { noting, usePassing } from './passing.js';
import { takeUse } from './presence.js';

const CONSOLE = '/console';
const API = `${CONSOLE}/api`;

/**
 * Sent with the cookie of the session. `X-Console` shows that a page of the console sends it, and whether it is used;
 * `Prefer` has the API refuse whatever it would ignore of a body.
 */
export const send: typeof globalThis.fetch = async (address, options) => {
  const headers = new Headers(options?.headers);
  const isRead = (options?.method ?? 'GET') === 'GET';
  headers.delete('authorization');
  headers.set('x-console', takeUse() || !isRead ? '1' : 'idle');
  headers.set('prefer', 'handling=strict');
  const answer = await fetch(address, { ...options, headers });
  if (isRefusal(answer)) dispatchEvent(new Event(REFUSED));
  return answer;
};

/** Told to the window when a request was refused to this person: the session, or the role, may be another by now. */
export const REFUSED = 'console.refused';

const isRefusal = ({ status, url }: Response): boolean =>
  (status === 401 || status === 403) && !url.endsWith(`${CONSOLE}/session`);

/** The API, as the person that is logged in. */
export const client = createClient({
  baseUrl: location.origin + API,
  token: () => Promise.resolve(''),
  fetch: noting(send),
  links: (href) => location.origin + API + pathOf(href),
});

/** Path and query of a link, which is the API's own. */
export function pathOf(href: string): string {
  const { pathname, search } = new URL(href, location.origin);
  return pathname + search;
}

/** What the API answers: a resource or a list, with its links and forms. */
export type Resource = Hal & { readonly [attribute: string]: unknown };

const FORMS = 'application/prs.hal-forms+json';

export async function read(path: string, signal?: AbortSignal): Promise<Resource> {
  const { body } = await client.request('GET', path, { accept: FORMS, ...(signal && { signal }) });
  return { _links: {}, ...body };
}

/** Where the browser finds what the API has at a path: it sends the cookie of the session with it. */
export const addressOf = (path: string): string => API + path;

/** Why what a page reads or sends is being repeated. */
export const useRepeated = (path: string): ReturnType<typeof usePassing> => usePassing(location.origin + API + path);

export interface Session {
  readonly user: { readonly email: string; readonly name: string };
  readonly account: { readonly id: string; readonly name: string };
  readonly role: 'owner' | 'treasurer' | 'member' | 'viewer' | 'operator';
  readonly environment: 'sandbox' | 'production';
}

export async function readSession(): Promise<Session> {
  const answer = await send(`${CONSOLE}/session`, { headers: { accept: 'application/json' } });
  if (answer.status === 401) logIn();
  if (!answer.ok) throw new Error('The session can’t be read.');
  return (await answer.json()) as Session;
}

/** Whether the person belongs to several accounts. @throws TypeError, SyntaxError */
export async function hasSeveralAccounts(): Promise<boolean> {
  const answer = await send(`${CONSOLE}/session/accounts`, { headers: { accept: 'application/json' } });
  const { total } = (await answer.json()) as { readonly total?: number };
  return total !== undefined && total > 1;
}

/** Leads through the log-in and back to this page. */
export function logIn(how: 'again' | 'fresh' = 'again'): void {
  const here = encodeURIComponent(location.pathname + location.search);
  location.assign(`${CONSOLE}/login?${how === 'fresh' ? 'fresh=1&' : ''}return=${here}`);
}

export async function logOut(): Promise<void> {
  const answer = await send(`${CONSOLE}/logout`, { method: 'POST', headers: { accept: 'application/json' } });
  const { location: next } = (await answer.json()) as { location: string };
  location.assign(next);
}

const endings: ReadonlySet<string> = new Set(['NoSession', 'InvalidAccessToken', 'ExpiredAccessToken']);

/** Whether what was refused needs a log-in. */
export function needsLogIn(error: unknown): 'again' | 'fresh' | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const code: string = error.code;
  if (code === 'FreshLogInRequired') return 'fresh';
  return error.status === 401 && endings.has(code) ? 'again' : undefined;
}
