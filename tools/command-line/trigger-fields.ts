import type { RequestKind } from '@halyard/cli/noun';
import { z } from 'zod';
import { pathsOf, schema } from './schema-paths.ts';

/** The requests that cause events in the sandbox. */
const requests: Readonly<Record<RequestKind, string>> = {
  customer: '/customers',
  owner: '/customers/{id}/beneficial-owners',
  bank: '/customers/{id}/funding-sources',
  transfer: '/transfers',
};

const content = z.record(z.string(), z.looseObject({ schema }));
const document = z.looseObject({
  paths: z.record(
    z.string(),
    z.looseObject({ post: z.looseObject({ requestBody: z.looseObject({ content }).optional() }).optional() }),
  ),
  components: z.looseObject({ schemas: z.record(z.string(), schema) }),
});

/** The codes for which the sandbox returns a transfer. */
export function returnCodesOf(described: object): readonly unknown[] {
  const codes = document.parse(described).components.schemas['ReturnCode']?.enum;
  if (!codes) throw new Error('the document has no codes of returns');
  return codes;
}

/** The fields of the requests that cause events in the sandbox. */
export function requestFieldsOf(described: object): Readonly<Record<string, readonly string[]>> {
  const { paths, components } = document.parse(described);
  return Object.fromEntries(
    Object.entries(requests).map(([kind, path]) => {
      const bodies = Object.values(paths[path]?.post?.requestBody?.content ?? {});
      const fields = new Set(
        bodies.flatMap(({ schema: body }) => pathsOf(body, components.schemas, { itemStep: '0' })),
      );
      return [kind, [...fields].sort()];
    }),
  );
}
