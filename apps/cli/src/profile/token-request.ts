import { ApiError, ConnectionError } from '@halyard/client';

export interface GrantedTokens {
  readonly accessToken: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly refreshToken?: string;
}

interface Asked {
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
  /** Of an application with a secret. */
  readonly basic?: { readonly key: string; readonly secret: string };
  readonly form: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** A text that says nothing of what was sent. */
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Asks for tokens (RFC 6749).
 *
 * @throws ApiError for a refusal, ConnectionError
 */
export async function requestTokens({ baseUrl, fetch, basic, form, signal }: Asked): Promise<GrantedTokens> {
  const encoded = basic && Buffer.from(`${basic.key}:${basic.secret}`).toString('base64');
  let answer: Response;
  let body: Readonly<Record<string, unknown>>;
  try {
    answer = await fetch(`${baseUrl.replace(/\/$/, '')}/token`, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        ...(encoded !== undefined && { authorization: `Basic ${encoded}` }),
      },
      body: new URLSearchParams(form).toString(),
      ...(signal && { signal }),
    });
    body = (await answer.json()) as Readonly<Record<string, unknown>>;
  } catch (error) {
    signal?.throwIfAborted();
    throw new ConnectionError(`${baseUrl} can't be reached: ${messageOf(error)}`, { cause: error });
  }
  const { access_token: accessToken, expires_in: seconds, refresh_token: refreshToken } = body;
  if (answer.status === 200 && typeof accessToken === 'string') {
    const expiresAt = Date.now() + Number(seconds) * 1_000;
    return { accessToken, expiresAt, ...(typeof refreshToken === 'string' && { refreshToken }) };
  }
  const requestId = answer.headers.get('x-request-id') ?? undefined;
  throw new ApiError({ status: answer.status, requestId, retryAfterSeconds: undefined, body });
}
