import {
  examplesOf,
  FORM_TYPE,
  type Operation,
  operations,
  type PathOperation,
  resolved,
  shownOf,
} from '../docs/reference/openapi.ts';
import { type BruRequest, bruText } from './bru.ts';
import { mainJob } from './main-job.ts';

/** The folder in which the collection is committed, from the root of the repository. */
export const COLLECTION_FOLDER = 'collections';

const HAL = 'application/vnd.service.v1.hal+json';

function bodyOf({ requestBody }: Operation): BruRequest['body'] {
  const [type, content] = shownOf(requestBody?.content) ?? [];
  const example = content && examplesOf(content)[0]?.[1];
  if (example === undefined || type === 'multipart/form-data') return undefined;
  if (type !== FORM_TYPE) return JSON.stringify(example, undefined, 2);
  return Object.fromEntries(
    Object.entries(example as Readonly<Record<string, unknown>>).map(([name, value]) => [name, String(value)]),
  );
}

/** The media type that a client asks for: a resource, unless the operation only answers something else. */
function typeOf({ responses }: Operation): string {
  const types = Object.entries(responses).flatMap(([status, response]) =>
    status.startsWith('2') ? Object.keys(resolved(response).content ?? {}) : [],
  );
  return types.length === 0 || types.includes(HAL) ? HAL : '*/*';
}

function requestOf({ path, method, operation }: PathOperation): BruRequest {
  const takesKey = (operation.parameters ?? []).some((one) => resolved(one).name === 'Idempotency-Key');
  const isToken = operation.operationId === 'createToken';
  const needsToken = (operation.security ?? []).some((one) => 'token' in one || 'openid' in one);
  const body = bodyOf(operation);
  return {
    name: operation.operationId,
    // All requests have the same number, so that a new route changes no other file.
    seq: 1,
    method,
    url: `{{base}}${path.replaceAll(/\{(\w+)\}/g, '{{$1}}')}`,
    headers: {
      Accept: typeOf(operation),
      ...(typeof body === 'string' && { 'Content-Type': HAL }),
      ...(takesKey && { 'Idempotency-Key': '{{$randomUUID}}' }),
    },
    ...(body !== undefined && { body }),
    auth: isToken ? 'application' : needsToken ? 'token' : 'none',
    ...(isToken && { vars: { token: 'res.body.access_token' } }),
    docs: operation.description,
  };
}

const manifest = JSON.stringify({ version: '1', name: 'Halyard', type: 'collection', ignore: [] }, undefined, 2);

/** The values that a suite writes into `.data/demo.json` after `npm start`. */
const sandbox = `vars {
  base: https://localhost:8443
  key:${' '}
}
vars:secret [
  secret
]
`;

/** The files of the collection, by their paths in its folder. */
export function collectionFiles(): ReadonlyMap<string, string> {
  const ofTag = new Map<string, PathOperation[]>();
  for (const entry of operations) {
    const [tag = ''] = entry.operation.tags;
    ofTag.set(tag, [...(ofTag.get(tag) ?? []), entry]);
  }
  return new Map([
    ['bruno.json', `${manifest}\n`],
    ['environments/sandbox.bru', sandbox],
    ...mainJob.map((request) => {
      const name = `${String(request.seq).padStart(2, '0')}-${request.name.toLowerCase().replaceAll(' ', '-')}`;
      return [`main-job/${name}.bru`, bruText(request)] as const;
    }),
    ...[...ofTag].flatMap(([tag, those]) =>
      those.map((entry) => [`${tag}/${entry.operation.operationId}.bru`, bruText(requestOf(entry))] as const),
    ),
  ]);
}
