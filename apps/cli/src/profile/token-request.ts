import { ApiError, ConnectionError } from '@halyard/client';

export interface GrantedTokens {
  readonly accessToken: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly refreshToken?: string;
}

/** The suite at which people log in and from which tokens come. */
interface Place {
  readonly authUrl: string;
  readonly fetch: typeof globalThis.fetch;
  readonly signal?: AbortSignal;
}

interface TokenForm extends Place {
  /** For an application with a secret. */
  readonly basic?: { readonly key: string; readonly secret: string };
  readonly form: Readonly<Record<string, string>>;
}

/** After this time an answer is given up, since other processes wait for it too. */
const ANSWER_MS = 20_000;

type Body = Readonly<Record<string, unknown>>;

/** Sends a form to one of the endpoints of OAuth 2. @throws ApiError for a refusal, ConnectionError */
export function postForm(path: string, { basic, form, ...asked }: TokenForm): Promise<Body> {
  const encoded = basic && Buffer.from(`${basic.key}:${basic.secret}`).toString('base64');
  return sendFor(path, asked, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      ...(encoded !== undefined && { authorization: `Basic ${encoded}` }),
    },
    body: new URLSearchParams(form).toString(),
  });
}

/** @throws ApiError for a refusal, ConnectionError */
export const getJson = (path: string, asked: Place): Promise<Body> =>
  sendFor(path, asked, { headers: { accept: 'application/json' } });

async function sendFor(path: string, { authUrl, fetch, signal }: Place, init: RequestInit): Promise<Body> {
  let answer: Response;
  let text: string;
  const late = AbortSignal.timeout(ANSWER_MS);
  try {
    const either = signal ? AbortSignal.any([signal, late]) : late;
    answer = await fetch(new URL(path, `${authUrl}/`), { ...init, signal: either });
    text = await answer.text();
  } catch (error) {
    signal?.throwIfAborted();
    const said = error instanceof Error ? error.message : String(error);
    const why = /certificate/.test(said) ? `${said} (--ca FILE names the authority to trust)` : said;
    const reason = late.aborted ? `no answer within ${ANSWER_MS / 1_000} s` : why;
    throw new ConnectionError(`${authUrl} can't be reached: ${reason}`, { cause: error });
  }
  const { status, headers } = answer;
  const body = objectOf(text);
  if (status === 200) return body;
  const requestId = headers.get('x-request-id') ?? undefined;
  const retryAfterSeconds = Number(headers.get('retry-after')) || undefined;
  throw new ApiError({ status, requestId, retryAfterSeconds, body });
}

function objectOf(text: string): Body {
  try {
    return { ...(JSON.parse(text) as object) };
  } catch {
    return {};
  }
}

/** Asks for tokens (RFC 6749). */
export async function requestTokens(asked: TokenForm): Promise<GrantedTokens> {
  const body = await postForm('token', asked);
  const { access_token: accessToken, expires_in: seconds, refresh_token: refreshToken } = body;
  if (typeof accessToken !== 'string') throw new ConnectionError(`${asked.authUrl} gave no token`);
  const expiresAt = Date.now() + Number(seconds) * 1_000;
  return { accessToken, expiresAt, ...(typeof refreshToken === 'string' && { refreshToken }) };
}

/** Ends the log-in that a token belongs to (RFC 7009). */
export async function revokeToken(asked: TokenForm): Promise<void> {
  await postForm('token/revocation', asked);
}
