import { hash } from 'node:crypto';
import type { HeaderFields } from '@halyard/contracts';

const HSTS = 'max-age=31536000';
/** HSTS for `localhost` would keep the browser from opening other programs on this machine by HTTP. */
const NO_HSTS = 'max-age=0';

const isLoopback = (origin: string): boolean => {
  const { hostname } = new URL(origin);
  const ends = ['localhost', '[::1]'].includes(hostname) || hostname.endsWith('.localhost');
  return ends || hostname.startsWith('127.');
};

const policyOf = (style: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${style}`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

/** Headers of every page under /console/. It loads only its own script and style files, and the given style. */
export const pageHeaders = (origin: string, style?: string): HeaderFields => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policyOf(style === undefined ? "'self'" : `'sha256-${hash('sha256', style, 'base64')}'`),
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'referrer-policy': 'same-origin',
  'strict-transport-security': isLoopback(origin) ? NO_HSTS : HSTS,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
});
