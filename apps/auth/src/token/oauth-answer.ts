import type { AbstractHttpAdapter } from '@nestjs/core';
import type { RawAnswer } from '@halyard/contracts';

/** Makes an answer of OAuth 2, which no cache may keep. */
export function oauthAnswer(
  adapter: AbstractHttpAdapter,
  response: unknown,
  { status, body }: { readonly status: number; readonly body: string },
): RawAnswer {
  adapter.status(response, status);
  const type = body === '' ? undefined : { 'content-type': 'application/json; charset=utf-8' };
  return { type: 'raw', headers: { ...type, 'cache-control': 'no-store', pragma: 'no-cache' }, body };
}
