import type { ValidationOptions } from 'class-validator';
import { declare, sourceOf, type Term } from './declared.js';

/* Rules for web addresses. */

/** A port: 1 to 65535. */
const PORT = String.raw`(?:[1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d{2}|655[0-2]\d|6553[0-5])`;
const HOST_LABEL = '[a-z0-9][a-z0-9-]{0,62}';
/** The origin of a page. Pages on `localhost` need no TLS, and `*` there stands for any port. */
const ORIGIN = new RegExp(
  `^(?:https://${HOST_LABEL}(?:\\.${HOST_LABEL}){0,7}\\.[a-z][a-z0-9-]{0,62}(?::${PORT})?|https?://localhost(?::(?:${PORT}|\\*))?)$`,
);

/**
 * A list of origins of pages, as browsers write them (RFC 6454): scheme, host, and the port unless it is the usual one.
 */
export function IsListOfOrigins(max: number): PropertyDecorator {
  const item = (value: unknown): boolean => typeof value === 'string' && ORIGIN.test(value);
  return declare({
    name: 'listOfOrigins',
    content: 'url',
    test: (value) => Array.isArray(value) && value.length <= max && value.every(item),
    item,
    schema: {
      type: 'array',
      items: { type: 'string', pattern: sourceOf(ORIGIN) },
      maxItems: max,
      description: `At most ${max} origins of pages, as https://shop.example, or http://localhost:* for any port there.`,
      examples: [['https://shop.example', 'http://localhost:*']],
    },
  });
}

const URL_LENGTH_MAX = 2_048;
const WEB_URL = /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s\p{Cc}\\/][^\s\p{Cc}\\]*$/u;

const webUrl: Term = {
  name: 'webUrl',
  content: 'url',
  test: (value) => {
    if (typeof value !== 'string' || value.length > URL_LENGTH_MAX || !WEB_URL.test(value)) return false;
    const { hostname, username, password } = URL.parse(value) ?? {};
    return Boolean(hostname) && username === '' && password === '';
  },
  schema: {
    type: 'string',
    format: 'web-url',
    description: 'An absolute http or https URL of at most 2048 characters, without blanks, user and password.',
    maxLength: URL_LENGTH_MAX,
    pattern: sourceOf(WEB_URL),
    examples: ['https://example.com/webhooks'],
  },
};

/**
 * An absolute http or https URL that is used exactly as it was sent. It has no blanks, control characters, backslashes
 * or extra slashes, because parsers silently drop or repair these, and no credentials, because nobody would send them.
 */
export const IsWebUrl = (options?: ValidationOptions): PropertyDecorator => declare(webUrl, options);

const REDIRECT_URL = /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s\p{Cc}\\/?#@*]+(?:[/?][^\s\p{Cc}\\#*]*)?$/u;
/** A segment of a path that leads upwards, in all the ways in which parsers understand it. */
const UPWARDS = /\/(?:\.|%2[Ee]){2}(?:[/?]|$)/;
/** Hosts that stand for this machine, as they are in parsed URLs. */
export const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
/**
 * Parameters in the query of an authorization server's answer (RFC 6749, RFC 9207), with those of response types that
 * we don't offer.
 */
export const answerParameters: readonly string[] = [
  'code',
  'state',
  'iss',
  'error',
  'error_description',
  'error_uri',
  'id_token',
  'access_token',
  'response',
];

/**
 * Whether a browser may be sent back to a URL. The URL has https, or is on this machine. It is exactly in the form in
 * which it is used, so that parsers have nothing to repair, and has no fragment, user, wildcard or parameters of an
 * answer.
 */
export function isRedirectUrl(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > URL_LENGTH_MAX || !REDIRECT_URL.test(value)) return false;
  const { protocol, hostname, searchParams } = URL.parse(value) ?? {};
  if (!hostname || !searchParams || UPWARDS.test(value)) return false;
  if (protocol !== 'https:' && !loopbackHosts.has(hostname)) return false;
  return !answerParameters.some((name) => searchParams.has(name));
}

/** A list of at most `max` URLs to which browsers are sent back. */
export function IsListOfRedirectUrls(max: number): PropertyDecorator {
  return declare({
    name: 'listOfRedirectUrls',
    content: 'url',
    test: (value) => Array.isArray(value) && value.length <= max && value.every(isRedirectUrl),
    item: isRedirectUrl,
    schema: {
      type: 'array',
      items: {
        type: 'string',
        format: 'redirect-url',
        maxLength: URL_LENGTH_MAX,
        pattern: sourceOf(REDIRECT_URL),
        examples: ['https://shop.example/callback', 'http://localhost:3000/callback'],
      },
      maxItems: max,
      description: `At most ${max} absolute URLs: https, or http on localhost, 127.0.0.1 or [::1]; without fragment, user and wildcard.`,
      examples: [['https://shop.example/callback', 'http://localhost:3000/callback']],
    },
  });
}

const SCHEME = String.raw`(?:[Hh][Tt][Tt][Pp][Ss]?:\/\/)?`;
const PAGE = String.raw`(?::${PORT})?(?:[\/?#][^\s\p{Cc}\\]{0,2000})?`;

/** A label of a host name, with letters of any script. */
const SITE_LABEL = String.raw`[\p{L}\p{N}][\p{L}\p{N}\p{M}-]{0,62}`;
const WEBSITE = new RegExp(`^${SCHEME}${SITE_LABEL}(?:\\.${SITE_LABEL}){1,8}${PAGE}$`, 'u');

/** A wider form of such a label, for languages whose patterns have no name for the letters of all scripts. */
const ANY_LABEL = '[0-9A-Za-z\\u00a1-\\uffff][0-9A-Za-z\\u00a1-\\uffff-]{0,62}';
const WEBSITE_AT_LEAST = new RegExp(`^${SCHEME}${ANY_LABEL}(?:\\.${ANY_LABEL}){1,8}${PAGE}$`, 'u');

const website: Term = {
  name: 'website',
  content: 'website',
  test: (value) => typeof value === 'string' && WEBSITE.test(value),
  schema: {
    type: 'string',
    format: 'website',
    description: 'A web address, with or without https://.',
    pattern: sourceOf(WEBSITE_AT_LEAST),
    examples: ['www.example.com'],
  },
};

/** The website of a business. People leave out the scheme. Nobody calls the address: it is only shown. */
export const IsWebsite = (): PropertyDecorator => declare(website);
