import { Readable } from 'node:stream';
import type { ExchangeRoute } from '@halyard/contracts';
import { documentRoutes } from '@halyard/contracts/documents';
import { Bytes, type ServiceAnswer } from '@halyard/http';
import type { TestExchange, TestService } from '@halyard/testing';
import { idOf, personal } from './customers.js';
import { png } from './files.js';

const BOUNDARY = '----a-boundary';
export const FORM = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

export interface Part {
  readonly name: string;
  readonly content: string | Buffer;
  readonly fileName?: string;
  /** Further parameters of its Content-Disposition, as they are sent. */
  readonly parameters?: string;
  readonly type?: string;
}

export const typePart = (content = 'passport'): Part => ({ name: 'documentType', content });
export const filePart = (content: Buffer = png(), fileName = 'my-passport.png', type = 'image/png'): Part => ({
  name: 'file',
  content,
  fileName,
  type,
});

export function form(...parts: readonly Part[]): Buffer {
  const bytes = parts.flatMap(({ name, content, fileName, parameters = '', type }) => [
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"` +
        (fileName === undefined ? '' : `; filename="${fileName}"`) +
        parameters +
        (type === undefined ? '\r\n\r\n' : `\r\nContent-Type: ${type}\r\n\r\n`),
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...bytes, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

/** Like a network. */
export function chunked(bytes: Buffer): Readable {
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 16_384) chunks.push(bytes.subarray(at, at + 16_384));
  return Readable.from(chunks, { objectMode: false });
}

let pictures = 0;

/** Differs from all others. */
export const newPicture = (): Buffer => png({ text: `picture ${(pictures += 1)}` });

/** Uploads a passport of its own by default. */
export async function upload(
  service: TestService,
  partyId: string,
  parts: readonly Part[] = [typePart(), filePart(newPicture())],
  exchange: TestExchange = {},
  route: ExchangeRoute = documentRoutes.uploadCustomerDocument,
): Promise<ServiceAnswer> {
  const body = exchange.body ?? chunked(form(...parts));
  const path = route.path.replace(':id', partyId);
  const answer = await service.exchange(route, path, { headers: FORM, ...exchange, body });
  if (answer instanceof Bytes) throw new Error('bytes were answered to an upload');
  return answer;
}

/** Has to show a document. */
export const customerToProve = (service: TestService, overrides = {}): Promise<string> =>
  newCustomer(service, personal({ firstName: 'document', ...overrides }));

export const newCustomer = async (service: TestService, body: unknown): Promise<string> =>
  idOf((await service.call('POST', '/customers', { body })).body);

export const statusOf = async (service: TestService, customerId: string): Promise<unknown> => {
  const { body } = await service.call('GET', `/customers/${customerId}`);
  return body.type === 'resource' ? body.attributes['status'] : body;
};

/** Counts rows of bytes, for one document or in all. */
export async function stored({ dataSource }: TestService, id?: string): Promise<number> {
  const [row] = await dataSource.query<[{ count: number }]>(
    'SELECT count(*)::int AS count FROM document_bytes WHERE $1::uuid IS NULL OR document_id = $1',
    [id],
  );
  return row.count;
}
