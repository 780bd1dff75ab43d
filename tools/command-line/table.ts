import { z } from 'zod';
import { nounsOf } from './nouns.ts';
import { requestFieldsOf, returnCodesOf } from './trigger-fields.ts';

const withLinks = z.looseObject({
  components: z.looseObject({
    schemas: z.looseObject({ Link: z.looseObject({ 'x-writes': z.array(z.string()) }) }),
  }),
});

/** The text of what the command line knows of the API, from the OpenAPI document. */
export function commandLineTable(described: object): string {
  const writes = withLinks.parse(described).components.schemas.Link['x-writes'];
  return `// The build writes this file from docs/openapi.json.
import type { Noun, RequestKind } from './noun.js';

export const nouns: readonly Noun[] = ${JSON.stringify(nounsOf(described))};

/** The relations of links that lead to a write. */
export const writes: readonly string[] = ${JSON.stringify(writes)};

/** The fields of the requests that cause events in the sandbox. */
export const requestFields: Readonly<Record<RequestKind, readonly string[]>> = ${JSON.stringify(requestFieldsOf(described))};

/** The codes for which the sandbox returns a transfer. */
export const returnCodes: readonly string[] = ${JSON.stringify(returnCodesOf(described))};
`;
}
