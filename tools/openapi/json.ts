export type JsonObject = Readonly<Record<string, unknown>>;

/** The media type of answers, unless a client asks for another. */
export const VENDOR_TYPE = 'application/vnd.service.v1.hal+json';

/** The media types of JSON that a client may send and ask for. */
export const JSON_TYPES = [VENDOR_TYPE, 'application/hal+json', 'application/json'];

type Section = 'schemas' | 'responses' | 'parameters' | 'headers' | 'examples';

export const refTo = (section: Section, name: string): JsonObject => ({
  $ref: `#/components/${section}/${name}`,
});

/** `funding-source` -> `FundingSource` */
export const pascal = (name: string): string =>
  name.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The schema name for the DTO class of a body; ends in `Request`, unlike the names of answers. */
export const schemaNameOf = ({ name }: { readonly name: string }): string => name.replace(/Dto$/, 'Request');
