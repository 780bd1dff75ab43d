import type { ConsoleRequest } from '@halyard/contracts';
import { DomainError } from '@halyard/core';

const reading: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * A page of another origin can send a form, with the cookie of the person, but not the field `X-Console`.
 *
 * @throws DomainError CrossSiteRequest
 */
export function requireSameSite({ method, origin, headers }: Omit<ConsoleRequest, 'path'>): void {
  if (reading.has(method)) return;
  const { origin: from = origin, 'sec-fetch-site': site = 'same-origin', 'x-console': mark } = headers;
  if (mark !== '1' || site !== 'same-origin' || from !== origin) throw new DomainError('CrossSiteRequest');
}
