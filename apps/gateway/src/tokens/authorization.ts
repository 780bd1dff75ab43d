export type Credentials =
  | { readonly scheme: 'bearer'; readonly token: string }
  | { readonly scheme: 'basic'; readonly clientId: string; readonly clientSecret: string };

const BEARER = /^Bearer +([\w\-.~+/]+=*)$/i;
const BASIC = /^Basic +([A-Za-z0-9+/]+={0,2})$/i;
const PRINTABLE = /^[\x21-\x7e]{1,255}$/;

/** @returns undefined if the header is missing or malformed (RFC 6750, RFC 7617) */
export function readAuthorization(header: string | undefined): Credentials | undefined {
  if (header === undefined) return undefined;
  const token = BEARER.exec(header)?.[1];
  if (token !== undefined) return { scheme: 'bearer', token };
  const encoded = BASIC.exec(header)?.[1];
  return encoded === undefined ? undefined : readBasic(Buffer.from(encoded, 'base64').toString('utf8'));
}

function readBasic(pair: string): Credentials | undefined {
  const colon = pair.indexOf(':');
  const clientId = pair.slice(0, Math.max(0, colon));
  const clientSecret = pair.slice(colon + 1);
  return PRINTABLE.test(clientId) && PRINTABLE.test(clientSecret)
    ? { scheme: 'basic', clientId, clientSecret }
    : undefined;
}

interface TokenCredentials {
  readonly form: Readonly<Record<string, string>>;
  readonly authorization?: string;
}

/** The client id of a token request, decoded, from the header or the form. */
export function clientIdOf({ form, authorization }: TokenCredentials): string | undefined {
  const given = readAuthorization(authorization);
  return given?.scheme === 'basic' ? decoded(given.clientId) : form['client_id'];
}

/** RFC 6749, 2.3.1: credentials in the header are form-encoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
