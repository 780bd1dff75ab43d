import { answerParameters, loopbackHosts } from '@halyard/input';
import type { Application } from './application.entity.js';

/** Control characters, blanks and backslashes: programs differ in how they read them. */
const ODD = /[\p{Cc}\s\\]/u;
/** `..` as a segment, in any encoding. */
const UPWARDS = /(?:^|\/)(?:\.|%2e){2}(?:\/|$)/i;
const URL_LENGTH_MAX = 2_000;

/** A native program may listen on these (RFC 8252, 7.3). */
const loopbackAddresses: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]']);

export type RedirectRules = Pick<Application, 'redirectUrls' | 'strictRedirects'> & {
  /** A public application runs on the person's own machine, and listens on another port each time. */
  readonly isPublic: boolean;
};

/**
 * Whether a redirect URL belongs to an application. Protocol, host and path must be the registered ones, and each
 * registered parameter must occur as often as it was registered; more parameters are allowed. A loopback address may
 * have any port in the sandbox, and everywhere for a public application.
 */
export function isRedirectUrlOf(
  { redirectUrls, strictRedirects, isPublic }: RedirectRules,
  asked: string,
  isSandbox: boolean,
): boolean {
  if (strictRedirects) return redirectUrls.includes(asked);
  const url = wellFormed(asked);
  const ofAnyPort = isSandbox ? loopbackHosts : isPublic ? loopbackAddresses : undefined;
  return url !== undefined && redirectUrls.some((registered) => isSame(wellFormed(registered), url, ofAnyPort));
}

export const isAcceptedBy = (
  application: RedirectRules,
  registered: string,
  accepted: string,
  isSandbox: boolean,
): boolean =>
  application.redirectUrls.includes(registered) &&
  isRedirectUrlOf({ ...application, redirectUrls: [registered] }, accepted, isSandbox);

/** The origin of a URL on this machine; undefined for any other URL. */
export function loopbackOriginOf(url: string): string | undefined {
  const parsed = URL.parse(url);
  return parsed && loopbackHosts.has(parsed.hostname) ? parsed.origin : undefined;
}

function wellFormed(text: string): URL | undefined {
  if (text.length > URL_LENGTH_MAX || ODD.test(text) || text.includes('#')) return undefined;
  const url = URL.parse(text);
  if (!url || url.username !== '' || url.password !== '') return undefined;
  const [, path = ''] = /^[a-z]+:\/\/[^/?]*([^?]*)/i.exec(text) ?? [];
  const isOurs = answerParameters.some((name) => url.searchParams.has(name));
  return UPWARDS.test(path) || isOurs ? undefined : url;
}

/**
 * A registered parameter must have exactly its registered values: programs differ in which of several values they read.
 */
function isSameIn(registered: URL, asked: URL, name: string): boolean {
  const [some, others] = [registered.searchParams.getAll(name), asked.searchParams.getAll(name)];
  return some.length === others.length && some.every((value, index) => value === others[index]);
}

function isSame(registered: URL | undefined, asked: URL, ofAnyPort?: ReadonlySet<string>): boolean {
  if (!registered) return false;
  const isAnyPort = ofAnyPort?.has(registered.hostname) === true;
  return (
    registered.protocol === asked.protocol &&
    registered.hostname === asked.hostname &&
    (isAnyPort || registered.port === asked.port) &&
    registered.pathname === asked.pathname &&
    [...registered.searchParams.keys()].every((name) => isSameIn(registered, asked, name))
  );
}
