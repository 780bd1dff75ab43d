import type { HeaderFields } from '@halyard/contracts';
import type { ConsoleRequest } from '@halyard/contracts/console';
import { DomainError } from '@halyard/core';
import { fieldOf } from '@halyard/http';
import { originIn } from '../answer/answers.js';

const reading: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Pages with content of partners. They have the same origin as the console (ADR 83). */
const LINKING = '/linking/';

/**
 * A page of another origin can send a form with the person's cookie, but not the field `X-Console`. Linking pages may
 * not even read.
 *
 * @throws DomainError CrossSiteRequest
 */
export function requireSameSite({ method, origin, headers }: Omit<ConsoleRequest, 'path'>): void {
  const { origin: from = origin, referer = '', 'sec-fetch-site': site = 'same-origin', 'x-console': mark } = headers;
  if (URL.parse(referer)?.pathname.startsWith(LINKING)) throw new DomainError('CrossSiteRequest');
  if (reading.has(method)) return;
  if (mark !== '1' || site !== 'same-origin' || from !== origin) throw new DomainError('CrossSiteRequest');
}

/** Checks a request to the console itself, like `requireSameSite`. @throws DomainError CrossSiteRequest */
export function requireOwnPage(method: string, headers: HeaderFields): void {
  const fields = ['origin', 'referer', 'sec-fetch-site', 'x-console'].map(
    (name) => [name, fieldOf(headers, name)] as const,
  );
  requireSameSite({ method, origin: originIn(headers), headers: Object.fromEntries(fields) });
}
