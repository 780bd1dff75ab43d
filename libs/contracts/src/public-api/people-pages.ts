/**
 * Cookies of the pages for people. Each name is followed by a hyphen and a hash of the issuer, so that installations
 * on one host, behind different ports, keep out of each other's way.
 */
export const SESSION_COOKIE = '__Host-session';
export const BROWSER_COOKIE = '__Host-browser';

export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Pages share a budget, in which a network has few places: each may cost the hash of a password. */
export const forPeople = {
  kind: 'passthrough',
  gives: ['text/html'],
  limits: { inFlightMax: 128, ofOneCallerMax: 8 },
  budget: 'pages',
  cookies: [SESSION_COOKIE, BROWSER_COOKIE],
} as const;
