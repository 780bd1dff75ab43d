export type JsonObject = Readonly<Record<string, unknown>>;

export const refTo = (section: 'schemas' | 'responses' | 'parameters' | 'headers', name: string): JsonObject => ({
  $ref: `#/components/${section}/${name}`,
});

/** `funding-source` -> `FundingSource` */
export const pascal = (name: string): string =>
  name.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Of the DTO class of a body; what is answered has other names. */
export const schemaNameOf = ({ name }: { readonly name: string }): string => name.replace(/Dto$/, 'Request');
