import type { HeaderFields } from '@halyard/contracts';
import { policyOf, sourceOf } from '@halyard/pages';

const HSTS = 'max-age=31536000';
/** HSTS for `localhost` would keep the browser from opening other programs on this machine by HTTP. */
const NO_HSTS = 'max-age=0';

const isLoopback = (origin: string): boolean => {
  const { hostname } = new URL(origin);
  const ends = ['localhost', '[::1]'].includes(hostname) || hostname.endsWith('.localhost');
  return ends || hostname.startsWith('127.');
};

const SELF = ["'self'"];

/** Headers of every page under /console/. It loads only its own script and style files, and the given style. */
export const pageHeaders = (origin: string, style?: string): HeaderFields => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policyOf({
    'script-src': SELF,
    'style-src': style === undefined ? SELF : [sourceOf(style)],
    'img-src': SELF,
    'font-src': SELF,
    'connect-src': SELF,
  }),
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'referrer-policy': 'same-origin',
  'strict-transport-security': isLoopback(origin) ? NO_HSTS : HSTS,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
});
