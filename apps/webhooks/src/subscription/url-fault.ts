import type { Fault } from '@halyard/core';
import type { AddressPolicy } from '../address-policy.js';
import { canBeOpened, obviousRefusalOf } from './address-guard.js';

export const INVALID_URL = 'Url must be a valid url.';

/** Says why nothing is sent to the URL, and which setting would change that. */
function reasonOf(refusal: string): string {
  if (refusal === 'own port') return 'It leads to a port of this service itself.';
  if (refusal === 'loopback') return 'It leads to this machine itself, which the setting WEBHOOK_ALLOW_LOOPBACK opens.';
  return canBeOpened(refusal)
    ? `Its address is not public (${refusal}); the setting WEBHOOK_ALLOWED_NETWORKS opens networks.`
    : `Its address names no single public host (${refusal}).`;
}

/** The fault of a URL to which nothing can ever be sent; undefined if its text alone shows no fault. */
export function faultOfUrl(url: string, policy: AddressPolicy): Fault | undefined {
  const refusal = obviousRefusalOf(new URL(url), policy);
  if (refusal === undefined) return undefined;
  return { code: 'InvalidFormat', message: `${INVALID_URL} ${reasonOf(refusal)}`, path: '/url' };
}
