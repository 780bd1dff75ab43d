import { FORM_TYPE, forPeople } from './people-pages.js';
import { exchangeRoute, type ExchangeRoute, type Method } from '../kernel/rows/route.js';

const page = (method: Method, path: string): ExchangeRoute =>
  exchangeRoute(forPeople.kind, method, path, 'auth', 'anyone', {
    ...forPeople,
    takes: method === 'POST' ? [FORM_TYPE] : [],
  });

/**
 * Pages for people, which auth answers. Applications do not request them, so docs/openapi.json does not have them.
 * `:token` matches 43 letters, digits, hyphens and underscores, and nothing else. So a page can have the path of a
 * resource of the API but for its token.
 */
export const pageRoutes = {
  showLogIn: page('GET', '/login'),
  logIn: page('POST', '/login'),
  showSecondFactor: page('GET', '/login/second-factor'),
  verifySecondFactor: page('POST', '/login/second-factor'),
  verifyPasskey: page('POST', '/login/passkey'),
  showRecovery: page('GET', '/login/recovery-code'),
  verifyRecovery: page('POST', '/login/recovery-code'),
  disconnectApplication: page('POST', '/me/applications/:id'),
  showInteraction: page('GET', '/interaction/:token'),
  answerInteraction: page('POST', '/interaction/:token'),
  showDevice: page('GET', '/device'),
  answerDevice: page('POST', '/device'),
  showLogOut: page('GET', '/logout'),
  logOut: page('POST', '/logout'),
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
