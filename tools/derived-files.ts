/** The files that tools/derived.ts makes and git does not have, from the root of the repository. */
export const derivedFiles = {
  'client-types': ['libs/client/src/api/types.ts'],
  'command-line': ['apps/cli/src/nouns/table.ts', 'apps/cli/src/nouns/members.ts'],
  gateway: ['apps/gateway/dist/forms.json', 'apps/gateway/dist/redaction.json'],
} as const;

/** The derived files that are sources of a program. */
export const derivedSources: readonly string[] = [...derivedFiles['client-types'], ...derivedFiles['command-line']];
