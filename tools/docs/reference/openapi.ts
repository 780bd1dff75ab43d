import { openApiDocument } from '../../openapi/document.ts';

export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** The parts of the OpenAPI document from which pages are made. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly enum?: readonly (string | number | boolean | null)[];
  readonly const?: unknown;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly default?: unknown;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

interface Reference {
  readonly $ref?: string;
}

export interface Parameter extends Reference {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description?: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Example extends Reference {
  readonly value?: unknown;
}

interface Content {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Example>>;
}

export interface Response extends Reference {
  readonly description: string;
  readonly content?: Readonly<Record<string, Content>>;
  /** The schema of the resource at `Location`. */
  readonly 'x-resource'?: string;
}

interface RequestBody {
  readonly content: Readonly<Record<string, Content>>;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly 'x-roles'?: readonly string[];
  readonly 'x-operator'?: boolean;
  readonly 'x-sandbox-only'?: boolean;
  readonly tags: readonly string[];
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: RequestBody;
  readonly responses: Readonly<Record<string, Response>>;
}

export interface PathOperation {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

interface OpenApi {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>> & {
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

/** The document as it is served, and not as it is declared: pages describe the text that clients read. */
export const api = JSON.parse(JSON.stringify(openApiDocument())) as OpenApi;

export const operations: readonly PathOperation[] = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

/** `#/components/schemas/Transfer` -> `Transfer` */
export const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

/** The target of a reference. Anything else is returned unchanged. */
export function resolved<Part extends Reference>(part: Part): Part {
  if (part.$ref === undefined) return part;
  const [, , kind = '', name = ''] = part.$ref.split('/');
  const found = api.components[kind]?.[name];
  if (found === undefined) throw new Error(`${part.$ref} leads to nothing`);
  return found as Part;
}

/**
 * The media type in which pages show a body, and its content. A form is preferred, then the type that clients ask for
 * by default.
 */
export function shownOf(content: Readonly<Record<string, Content>> = {}): readonly [string, Content] | undefined {
  const types = Object.entries(content);
  return types.find(([type]) => type === FORM_TYPE) ?? types[0];
}

export const contentOf = (content?: Readonly<Record<string, Content>>): Content | undefined => shownOf(content)?.[1];

/** The examples of a content, by their names. */
export const examplesOf = ({ example, examples = {} }: Content): readonly (readonly [string, unknown])[] =>
  example === undefined ? Object.entries(examples).map(([name, one]) => [name, resolved(one).value]) : [['', example]];
