import { exchangeRoute, type ExchangeRoute, type Method } from './public-api/route.js';

/**
 * Cookies of the pages for people. Each name is followed by a hyphen and a hash of the issuer, so that installations
 * on one host, behind different ports, keep out of each other's way.
 */
export const SESSION_COOKIE = '__Host-session';
export const BROWSER_COOKIE = '__Host-browser';

const FORM = 'application/x-www-form-urlencoded';

/** Pages share a budget, in which a network has few places: each may cost the hash of a password. */
const page = (method: Method, path: string): ExchangeRoute =>
  exchangeRoute('passthrough', method, path, 'auth', 'anyone', {
    takes: method === 'POST' ? [FORM] : [],
    gives: ['text/html'],
    limits: { inFlightMax: 128, ofOneCallerMax: 8 },
    budget: 'pages',
    cookies: [SESSION_COOKIE, BROWSER_COOKIE],
  });

/** What programs ask auth for beside the pages. Pages of other origins may read it. */
const open = (method: Method, path: string): ExchangeRoute =>
  exchangeRoute('passthrough', method, path, 'auth', 'anyone', {
    takes: method === 'POST' ? [FORM] : [],
    gives: ['application/json'],
  });

/**
 * Pages for people, which auth answers. They are no part of the API: docs/openapi.json does not have them. `:token`
 * matches 43 letters, digits, hyphens and underscores, and nothing else, so that a page and a resource of the API can
 * have the same path but for that.
 */
export const pageRoutes = {
  showLogIn: page('GET', '/login'),
  logIn: page('POST', '/login'),
  showSecondFactor: page('GET', '/login/second-factor'),
  verifySecondFactor: page('POST', '/login/second-factor'),
  verifyPasskey: page('POST', '/login/passkey'),
  showRecovery: page('GET', '/login/recovery-code'),
  verifyRecovery: page('POST', '/login/recovery-code'),
  authorize: page('GET', '/auth'),
  authorizeByForm: page('POST', '/auth'),
  getOpenIdConfiguration: open('GET', '/.well-known/openid-configuration'),
  getPublicKeys: open('GET', '/jwks'),
  getUserinfo: open('GET', '/userinfo'),
  getUserinfoByPost: open('POST', '/userinfo'),
  disconnectApplication: page('POST', '/me/applications/:id'),
  showInteraction: page('GET', '/interaction/:token'),
  answerInteraction: page('POST', '/interaction/:token'),
  authorizeDevice: open('POST', '/device/authorization'),
  showDevice: page('GET', '/device'),
  answerDevice: page('POST', '/device'),
  showLogOut: page('GET', '/logout'),
  logOut: page('POST', '/logout'),
  showSessionEnd: page('GET', '/session/end'),
  showSessionEndByForm: page('POST', '/session/end'),
  confirmSessionEnd: page('POST', '/session/end/confirmation'),
  showProfile: page('GET', '/me'),
  showPasswordChange: page('GET', '/me/password'),
  changePassword: page('POST', '/me/password'),
  showAuthenticator: page('GET', '/me/authenticator'),
  changeAuthenticator: page('POST', '/me/authenticator'),
  addPasskey: page('POST', '/me/passkeys'),
  removePasskey: page('POST', '/me/passkeys/:id'),
  endSession: page('POST', '/me/sessions/:id'),
  showPasswordReset: page('GET', '/password-resets'),
  requestPasswordReset: page('POST', '/password-resets'),
  showNewPassword: page('GET', '/password-resets/:token'),
  resetPassword: page('POST', '/password-resets/:token'),
  showInvitation: page('GET', '/invitations/:token'),
  acceptInvitation: page('POST', '/invitations/:token'),
} as const satisfies Record<string, ExchangeRoute>;
export type PageRoute = keyof typeof pageRoutes;

const TOKEN = '[\\w-]{43}';
const WHOLE_TOKEN = new RegExp(`^${TOKEN}$`);

/** Whether text may be the `:token` of a path. */
export const isPathToken = (text: string | undefined): text is string => text !== undefined && WHOLE_TOKEN.test(text);

/** The path as routers want it, which tell a `:token` from an `:id`, and a `:key` from both by its length. */
export const routedPath = (path: string): string => path.replace(':token', `:token(^${TOKEN}$)`).replace(':key', '*');
