import { bytes, introspection, nothing, redirect, standard, token } from '../kernel/rows/route-answer.js';
import { FORM_TYPE, forPeople } from './people-pages.js';
import { routesOf } from '../kernel/rows/route.js';

const anyone = routesOf('auth', 'anyone');

const tokenForms = [FORM_TYPE, 'multipart/form-data', 'application/json'];
const json = { kind: 'passthrough', gives: ['application/json'] } as const;
const form = { takes: [FORM_TYPE] } as const;

/** Requests of programs to the authorization server. Each refusal has `error`, which OAuth clients look for. */
export const oauthRoutes = {
  createToken: anyone.post('/token', {
    category: 'writes',
    description:
      'Issues an access token: for the key and the secret of an application (RFC 6749, 4.4), for a code that a person has allowed (4.1.3), for a refresh token (6), or for a device code (RFC 8628, 3.4). Key and secret are sent in the form or as Basic credentials.',
    takes: tokenForms,
    answers: [token],
  }),
  revokeToken: anyone.post('/token/revocation', {
    category: 'writes',
    description:
      'Ends a token of the application (RFC 7009). A refresh token ends with all that its authorization gave. The answer is the same for a token that there is not.',
    takes: tokenForms,
    answers: [nothing],
  }),
  introspectToken: anyone.post('/token/introspection', {
    category: 'reads',
    description:
      'Says whether a token stands, and for whom (RFC 7662). An application asks about those that were given to it, the application of the operator about all.',
    takes: tokenForms,
    answers: [introspection],
  }),
  authorizeDevice: anyone.post('/device/authorization', {
    ...json,
    ...form,
    category: 'writes',
    description:
      'Gives a program without a browser a device code, and a user code by which a person lets it in at `/device` (RFC 8628, 3.1). The program then asks for a token, at most once in each interval.',
    answers: [standard('device-authorization')],
  }),
  getUserinfo: anyone.get('/userinfo', {
    ...json,
    description:
      'Says who the person is that a token is for, as far as its scopes allow (OpenID Connect Core, 5.3). Needs the scope `openid`.',
    answers: [standard('userinfo')],
    refuses: ['Forbidden'],
  }),
  getUserinfoByPost: anyone.post('/userinfo', {
    ...json,
    ...form,
    category: 'reads',
    description: 'Does the same as `getUserinfo`. The token may be in the form (RFC 6750, 2.2).',
    answers: [standard('userinfo')],
    refuses: ['Forbidden'],
  }),
};

/**
 * Further routes of the authorization server for applications: those to which they send browsers, and those from which
 * they learn about the server.
 */
export const authorizationRoutes = {
  authorize: anyone.get('/auth', {
    ...forPeople,
    description:
      'Asks the person in the browser to let the application act (RFC 6749, 4.1.1; OpenID Connect Core, 3.1.2). The browser continues on pages of ours, and in the end at the redirect URL: with a code, or with an error. Where that URL can’t be trusted, the answer is a page for the person.',
    answers: [redirect],
    refuses: ['Forbidden'],
  }),
  authorizeByForm: anyone.post('/auth', {
    ...forPeople,
    ...form,
    category: 'writes',
    description: 'Does the same as `authorize`, for a request that is sent as a form.',
    answers: [redirect],
    refuses: ['Forbidden'],
  }),
  showSessionEnd: anyone.get('/session/end', {
    ...forPeople,
    description:
      'Asks the person in the browser whether to log out here too, after an application has done so (OpenID Connect RP-Initiated Logout 1.0). Who is not logged in is sent on at once.',
    answers: [bytes, redirect],
    refuses: ['Forbidden'],
  }),
  showSessionEndByForm: anyone.post('/session/end', {
    ...forPeople,
    ...form,
    category: 'writes',
    description: 'Does the same as `showSessionEnd`, for a request that is sent as a form.',
    answers: [redirect],
    refuses: ['Forbidden'],
  }),
  getOpenIdConfiguration: anyone.get('/.well-known/openid-configuration', {
    ...json,
    description: 'Says what the authorization server has, and where (OpenID Connect Discovery 1.0).',
    answers: [standard('openid-configuration')],
  }),
  getPublicKeys: anyone.get('/jwks', {
    ...json,
    description: 'Returns the keys by which access tokens and ID tokens are verified (RFC 7517).',
    answers: [standard('json-web-key-set')],
  }),
};

export const routes = { ...oauthRoutes, ...authorizationRoutes };

declare module '../kernel/rows/registry.js' {
  interface RouteRows extends Readonly<typeof oauthRoutes> {}
  interface RouteRows extends Readonly<typeof authorizationRoutes> {}
}
