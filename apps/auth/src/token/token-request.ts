/** A /token request from the gateway, whatever its media type was. */
export interface TokenRequest {
  readonly form: Readonly<Record<string, string>>;
  /** The client's own Authorization header. */
  readonly authorization?: string;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Reads a body leniently: leaves out values that are not text. The token endpoint reports what is missing. */
export function readTokenRequest(body: unknown): TokenRequest {
  const { form, authorization }: { form?: unknown; authorization?: unknown } = isObject(body) ? body : {};
  const fields = Object.entries(isObject(form) ? form : {}).filter(
    (field): field is [string, string] => typeof field[1] === 'string',
  );
  return {
    form: Object.fromEntries(fields),
    ...(typeof authorization === 'string' && authorization !== '' && { authorization }),
  };
}

/** Every client that may have a refresh token gets one, so asking for it changes nothing. */
export const withoutOfflineAccess = (scopes: readonly string[]): readonly string[] =>
  scopes.filter((scope) => scope !== 'offline_access');

/** Scopes in the form of RFC 6749. Older clients write them in PascalCase, separated by `|` (reference facts, 14.3). */
export const normaliseScope = (scope: string): string =>
  scope
    .toLowerCase()
    .split(/[\s|]+/)
    .filter((name) => name !== '')
    .join(' ');

const basic = (clientId: string, clientSecret: string): string =>
  `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;

/**
 * The specification puts credentials in the header and in the form, but RFC 6749 allows one place only. So credentials
 * in the form are dropped if they repeat the header's.
 */
function oneMechanism({ form, authorization }: TokenRequest): Readonly<Record<string, string>> {
  const { client_id: clientId, client_secret: clientSecret, ...rest } = form;
  const repeated =
    clientId !== undefined && clientSecret !== undefined && authorization === basic(clientId, clientSecret);
  return repeated ? rest : form;
}

/** Form encoding does not change these characters, so nothing has to be decoded. */
const PLAIN = /^[A-Za-z0-9_.~-]{1,500}$/;

/** Key and secret if a request sends them in one place and in plain characters; undefined otherwise. */
export function credentialsOf({ form, authorization }: TokenRequest): [key: string, secret: string] | undefined {
  const { client_id: clientId, client_secret: clientSecret } = form;
  if (authorization === undefined) return plain(clientId, clientSecret);
  if (clientId !== undefined || clientSecret !== undefined || !authorization.startsWith('Basic ')) return undefined;
  const [key, secret, ...more] = Buffer.from(authorization.slice('Basic '.length), 'base64').toString().split(':');
  const pair = more.length === 0 ? plain(key, secret) : undefined;
  return pair && basic(...pair) === authorization ? pair : undefined;
}

const plain = (key = '', secret = ''): [string, string] | undefined =>
  PLAIN.test(key) && PLAIN.test(secret) ? [key, secret] : undefined;

export function strictRequest(request: TokenRequest): TokenRequest {
  const form = oneMechanism(request);
  return {
    ...request,
    form: form['scope'] === undefined ? form : { ...form, scope: normaliseScope(form['scope']) },
  };
}

const isAnonymous = ({ form, authorization }: TokenRequest): boolean =>
  authorization === undefined && (form['client_id'] ?? '') === '';

const WANTED =
  'send grant_type with client_id and client_secret, as application/x-www-form-urlencoded, multipart/form-data or ' +
  'application/json, or the credentials in an Authorization header of the scheme Basic';

export interface TokenRefusal {
  readonly status: 400 | 401;
  readonly body: string;
}

/** Refuses a request without client credentials (RFC 6749, 5.2) or with an empty form; undefined for others. */
export function refusalOfLacking(request: TokenRequest): TokenRefusal | undefined {
  if (isAnonymous(request)) return tokenRefusal(401, 'invalid_client', `Client credentials are missing: ${WANTED}`);
  if (Object.keys(request.form).length === 0)
    return tokenRefusal(400, 'invalid_request', `The body is empty: ${WANTED}`);
  return undefined;
}

/** Refuses a request for a token that is not for the API (RFC 8707, 2); undefined for others. */
export const refusalOfResource = ({ form }: TokenRequest): TokenRefusal | undefined =>
  form['resource'] === undefined
    ? undefined
    : tokenRefusal(400, 'invalid_target', 'Tokens are for the API alone: leave resource out, or send its address.');

export const tokenRefusal = (status: TokenRefusal['status'], error: string, description: string): TokenRefusal => ({
  status,
  body: JSON.stringify({ error, error_description: description }),
});

export const WRONG_CREDENTIALS = tokenRefusal(
  401,
  'invalid_client',
  'The key or the secret of the application is wrong. Send both by HTTP Basic, or as client_id and client_secret.',
);

/** The library's message for wrong credentials, which does not say what to do. */
const LIBRARY_SAYS = '"error_description":"client authentication failed"';

/** Says a refusal of wrong credentials in our words, and leaves other answers as they are. */
export const inOurWords = <Answer extends { readonly body: string }>(answer: Answer): Answer | TokenRefusal =>
  answer.body.includes(LIBRARY_SAYS) ? WRONG_CREDENTIALS : answer;
