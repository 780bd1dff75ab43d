import type { HeaderFields } from '@halyard/contracts';
import { policyOf } from '@halyard/pages';

const NOTHING = "'none'";
const SELF = "'self'";

/** Neither the page nor anything in it may use these browser features (Permissions Policy). */
const features = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb', 'clipboard-read'];

/**
 * Restricts the page in browsers (ADR 53).
 *
 * @param origins of the application's pages: only these may frame it and provide style sheets
 */
export function framePolicy(origins: readonly string[]): HeaderFields {
  const directives = {
    'script-src': [SELF],
    'style-src': [SELF, ...origins],
    'img-src': [SELF],
    'font-src': [SELF],
    'connect-src': [SELF],
    'form-action': [NOTHING],
    'base-uri': [NOTHING],
    'frame-ancestors': origins.length > 0 ? origins : [NOTHING],
  };
  return {
    'content-security-policy': policyOf(directives),
    'permissions-policy': features.map((feature) => `${feature}=()`).join(', '),
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
  };
}
