import { Readable } from 'node:stream';
import type { HeaderFields } from '@halyard/contracts';
import { Bytes, fieldOf } from '@halyard/http';

export const bytesOf = (body: string | Buffer, headers: HeaderFields, status = 200): Bytes => {
  const content = Buffer.from(body);
  return new Bytes(Readable.from([content]), { ...headers, 'content-length': String(content.length) }, status);
};

export const redirectTo = (location: string, status: 302 | 303 | 308 = 302, cookie?: string): Bytes =>
  bytesOf('', { location, 'cache-control': 'no-store', ...(cookie !== undefined && { 'set-cookie': cookie }) }, status);

export const jsonOf = (value: object, status = 200, headers: HeaderFields = {}): Bytes =>
  bytesOf(
    JSON.stringify(value),
    { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
    status,
  );

/** The console's origin for the browser, from fields that the gateway sets. */
export const originIn = (headers: HeaderFields): string =>
  `${fieldOf(headers, 'x-forwarded-proto') ?? 'https'}://${fieldOf(headers, 'x-forwarded-host') ?? ''}`;

export const wantsPage = (headers: HeaderFields): boolean => (fieldOf(headers, 'accept') ?? '').includes('text/html');
