import type { FormField } from '@halyard/contracts';
import { offeredWrites, type PublicRouteRow, publicRoutes, routeNames } from '@halyard/public-api';
import { wordedForms } from '@halyard/input';
import { bodyOf } from '../openapi/handlers.ts';
import { uploadOf } from '../openapi/uploads.ts';

/** One of the forms of a write. The usual one has no name. */
interface WriteForm {
  readonly name: string;
  readonly fields: readonly FormField[];
}

const offered = new Set<PublicRouteRow>([...offeredWrites.values()].map(({ route }) => route));

function formsOfWrite(name: keyof typeof publicRoutes): readonly WriteForm[] {
  const upload = uploadOf(name);
  if (upload) return [{ name: '', fields: upload.fields }];
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
