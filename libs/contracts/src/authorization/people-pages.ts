/**
 * Cookies of the pages for people. A hyphen and a hash of the issuer follow each name, so that installations on one
 * host, behind different ports, don't disturb each other.
 */
export const SESSION_COOKIE = '__Host-session';
export const BROWSER_COOKIE = '__Host-browser';

export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** All pages share a budget, in which one network has few places: each request may cost a password hash. */
export const forPeople = {
  kind: 'passthrough',
  gives: ['text/html'],
  limits: { inFlightMax: 128, ofOneCallerMax: 8 },
  budget: 'pages',
  cookies: [SESSION_COOKIE, BROWSER_COOKIE],
} as const;
