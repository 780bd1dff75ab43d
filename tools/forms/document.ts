import type { FormField } from '@halyard/contracts';
import { documentTypes } from '@halyard/contracts/documents';
import { offeredWrites, type PublicRouteRow, publicRoutes, routeNames } from '@halyard/public-api';
import { wordedForms, wordsOf } from '@halyard/input';
import { bodyOf } from '../openapi/handlers.ts';

/** One of the forms of a write. The usual one has no name. */
interface WriteForm {
  readonly name: string;
  readonly fields: readonly FormField[];
}

const documentFields: readonly FormField[] = [
  {
    name: 'documentType',
    path: '/documentType',
    type: 'string',
    label: 'Document type',
    isRequired: true,
    options: documentTypes.map((key) => ({ key, label: wordsOf(key) })),
  },
  { name: 'file', path: '/file', type: 'file', label: 'File', isRequired: true },
];

const offered = new Set<PublicRouteRow>([...offeredWrites.values()].map(({ route }) => route));

function formsOfWrite(name: keyof typeof publicRoutes): readonly WriteForm[] {
  const row: PublicRouteRow = publicRoutes[name];
  if (row.kind !== 'plain') return [{ name: '', fields: documentFields }];
  const body = bodyOf(name);
  if (!body) return [{ name: '', fields: [] }];
  return wordedForms(body, 'all objects').map(({ words, fields }, index) => ({
    name: index === 0 ? '' : words.join('-'),
    fields,
  }));
}

/**
 * The forms of each write that anything offers, by the name of its route. It leaves out forms that the write's owner
 * gives.
 */
export const formsDocument = (): Readonly<Record<string, readonly WriteForm[]>> =>
  Object.fromEntries(
    routeNames
      .map((name) => [name, publicRoutes[name] as PublicRouteRow] as const)
      .filter(([, row]) => offered.has(row) && !row.hasOwnForms)
      .map(([name, { servedAs = name }]) => [servedAs, formsOfWrite(name)]),
  );
