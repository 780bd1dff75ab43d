import { type ExchangeRoute, exchangeRoute, type Method } from '../kernel/rows/route.js';

/** The only cookie of the console. */
export const CONSOLE_COOKIE = '__Secure-console';

const SECRET = /^[\w-]{43}$/;

/** The secret of a session from its cookie; undefined for a value that no console has set. */
export function consoleSecretIn(cookies: string | undefined): string | undefined {
  const values = (cookies ?? '').split(';').map((cookie) => cookie.trim().split('=', 2));
  const value = values.find(([name]) => name === CONSOLE_COOKIE)?.[1];
  return value !== undefined && SECRET.test(value) ? value : undefined;
}

/** Prefix of the API's paths, which the console's pages request with their cookie (ADR 107). */
export const CONSOLE_API = '/console/api';

const MIB = 1_024 * 1_024;

const mount = (method: Method, path: string): ExchangeRoute =>
  exchangeRoute('passthrough', method, path, 'console', 'anyone', {
    takes: path.startsWith('/console/forms') && method === 'POST' ? ['application/json'] : [],
    gives: ['text/html', 'application/json', 'text/javascript', 'text/css', 'image/svg+xml'],
    limits: { bytesOut: 2 * MIB, inFlightMax: 256, ofOneCallerMax: 128 },
    budget: 'console',
    cookies: [CONSOLE_COOKIE],
  });

/**
 * The console's pages, and the files that they consist of. They are not part of the API, so docs/openapi.json does not
 * have them.
 */
export const consoleRoutes = {
  redirectToConsole: mount('GET', '/console'),
  logInToConsole: mount('GET', '/console/login'),
  returnToConsole: mount('GET', '/console/callback'),
  getConsoleSession: mount('GET', '/console/session'),
  countConsoleAccounts: mount('GET', '/console/session/accounts'),
  logOutOfConsole: mount('POST', '/console/logout'),
  keepConsoleForm: mount('POST', '/console/forms'),
  takeConsoleForm: mount('POST', '/console/forms/taken'),
  forgetConsoleForm: mount('DELETE', '/console/forms/:slot'),
  getConsoleAsset: mount('GET', '/console/assets/:file'),
  showConsolePage: mount('GET', '/console/*'),
} as const satisfies Record<string, ExchangeRoute>;
