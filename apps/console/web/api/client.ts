import { ApiError, createClient, type LinkTo } from '@halyard/client';
import { noting, usePassing } from './passing.js';
import { takeUse } from './presence.js';

const CONSOLE = '/console';
const API = `${CONSOLE}/api`;

/**
 * Sends a request with the session's cookie. `X-Console` shows that a page of the console sends it, and whether
 * somebody uses the page. `Prefer` makes the API refuse a body if it would otherwise ignore a part of it.
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

/** The window gets this event when the API refuses this person a request: the session or the role may have changed. */
export const REFUSED = 'console.refused';

const isRefusal = ({ status, url }: Response): boolean =>
  (status === 401 || status === 403) && !url.endsWith(`${CONSOLE}/session`);

/** Calls the API as the person who is logged in. */
export const client = createClient({
  baseUrl: location.origin + API,
  token: () => Promise.resolve(''),
  fetch: noting(send),
  links: (href) => location.origin + API + pathOf(href),
});

/** Path and query of a link. Links come from the API, and have its paths. */
export function pathOf(href: string): string {
  const { pathname, search } = new URL(href, location.origin);
  return pathname + search;
}

const FORMS = 'application/prs.hal-forms+json';

/** Reads what a link leads to, with its forms. @throws ApiError, ConnectionError */
export async function read<R>(link: LinkTo<R>, signal?: AbortSignal): Promise<R> {
  const { body } = await client.request('GET', pathOf(link.href), { accept: FORMS, ...(signal && { signal }) });
  return { _links: {}, ...body } as R;
}

/** The address at which the browser reaches a path of the API. The browser sends the session's cookie there. */
export const addressOf = (path: string): string => API + path;

/** Why the client is repeating a page's request; undefined if it is not. */
export const useRepeated = (path: string): ReturnType<typeof usePassing> => usePassing(location.origin + API + path);

export interface PageSession {
  readonly user: { readonly email: string; readonly name: string };
  readonly account: { readonly id: string; readonly name: string };
  readonly role: 'owner' | 'treasurer' | 'member' | 'viewer' | 'operator';
  readonly scopes: readonly string[];
  readonly environment: 'sandbox' | 'production';
}

export async function readSession(): Promise<PageSession> {
  const answer = await send(`${CONSOLE}/session`, { headers: { accept: 'application/json' } });
  if (answer.status === 401) logIn();
  if (!answer.ok) throw new Error('The session can’t be read.');
  isLoggingOut = false;
  return (await answer.json()) as PageSession;
}

/** Whether the person belongs to several accounts. @throws TypeError, SyntaxError */
export async function hasSeveralAccounts(): Promise<boolean> {
  const answer = await send(`${CONSOLE}/session/accounts`, { headers: { accept: 'application/json' } });
  const { total } = (await answer.json()) as { readonly total?: number };
  return total !== undefined && total > 1;
}

/** Once the session has ended, requests of the page are refused while the browser is on its way to the last page. */
let isLoggingOut = false;

/** Sends the person to the log-in, and from there back to this page. Whoever logs out goes on to do so instead. */
export function logIn(how: 'again' | 'fresh' = 'again'): void {
  if (isLoggingOut) return;
  const here = encodeURIComponent(location.pathname + location.search);
  location.assign(`${CONSOLE}/login?${how === 'fresh' ? 'fresh=1&' : ''}return=${here}`);
}

export async function logOut(): Promise<void> {
  isLoggingOut = true;
  try {
    const answer = await send(`${CONSOLE}/logout`, { method: 'POST', headers: { accept: 'application/json' } });
    const { location: next } = (await answer.json()) as { location: string };
    location.assign(next);
  } catch (failure) {
    isLoggingOut = false;
    throw failure;
  }
}

const endings: ReadonlySet<string> = new Set(['NoSession', 'InvalidAccessToken', 'ExpiredAccessToken']);

/** Tells whether the error calls for a log-in, and whether that has to be a fresh one. */
export function needsLogIn(error: unknown): 'again' | 'fresh' | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const code: string = error.code;
  if (code === 'FreshLogInRequired') return 'fresh';
  return error.status === 401 && endings.has(code) ? 'again' : undefined;
}
