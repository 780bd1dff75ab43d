import { z } from 'zod';
import { VENDOR_TYPE } from '../openapi/json.ts';
import { nameIn, pathsOf, type Schema, schema, type Schemas } from './schema-paths.ts';

const answer = z.looseObject({ content: z.record(z.string(), z.looseObject({ schema })).optional() });
const document = z.looseObject({
  paths: z.record(
    z.string(),
    z.looseObject({ get: z.looseObject({ responses: z.record(z.string(), answer) }).optional() }),
  ),
  components: z.looseObject({ schemas: z.record(z.string(), schema) }),
});
/** A link has the same members everywhere, which no table needs to repeat. */
const course = { open: new Set(['Link']) };

/** The kind of resource that an answer has: for a list, that of its items. */
function kindOf(given: Schema, schemas: Schemas): Schema {
  const whole = given.$ref === undefined ? given : schemas[nameIn(given.$ref)];
  const { _embedded: embedded, total, _links: links } = whole?.properties ?? {};
  const [items, ...others] = Object.values(embedded?.properties ?? {}).flatMap((each) => each.items ?? []);
  const isList = total !== undefined || links?.properties?.['first'] !== undefined;
  return items && others.length === 0 && isList ? items : given;
}

const PLAIN_TEXT = 'text/plain';

/** Whether an answer is plain text and never a document. A stream of events is no text that ends. */
const isPlainText = (content: Readonly<Record<string, unknown>> = {}): boolean =>
  Object.keys(content).every((type) => type === PLAIN_TEXT) && PLAIN_TEXT in content;

/** The text of what the command line knows of answers, from the OpenAPI document. */
export function membersTable(source: object): string {
  const { paths, components } = document.parse(source);
  const kinds: Record<string, string> = {};
  const members: Record<string, readonly string[]> = {};
  const texts: Record<string, string> = {};
  for (const [path, { get }] of Object.entries(paths)) {
    const { content } = get?.responses['200'] ?? {};
    if (isPlainText(content)) texts[path] = PLAIN_TEXT;
    const answered = content?.[VENDOR_TYPE]?.schema;
    if (!answered) continue;
    const kind = kindOf(answered, components.schemas);
    const name = kind.$ref === undefined ? path : nameIn(kind.$ref);
    kinds[path] = name;
    members[name] ??= [...new Set(pathsOf(kind, components.schemas, course))].sort();
  }
  return `// The build writes this file from docs/openapi.json.

/** The kind of resource that a GET of a path answers, or of the items of a list there. */
export const kinds: Readonly<Record<string, string>> = ${JSON.stringify(kinds)};

/** The members of each kind, with dots between names; \`*\` stands for any names. */
export const members: Readonly<Record<string, readonly string[]>> = ${JSON.stringify(members)};

/** The media type of what a GET of a path answers, where that is plain text. */
export const texts: Readonly<Record<string, string>> = ${JSON.stringify(texts)};
`;
}
