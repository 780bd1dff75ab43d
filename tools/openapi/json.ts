export type JsonObject = Readonly<Record<string, unknown>>;

export const refTo = (section: 'schemas' | 'responses' | 'parameters' | 'headers', name: string): JsonObject => ({
  $ref: `#/components/${section}/${name}`,
});

/** `funding-source` -> `FundingSource` */
export const pascal = (name: string): string =>
  name.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The schema name for the DTO class of a body; ends in `Request`, unlike the names of answers. */
export const schemaNameOf = ({ name }: { readonly name: string }): string => name.replace(/Dto$/, 'Request');
