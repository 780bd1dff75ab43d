import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const FILE = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'openapi.json');

interface Reference {
  readonly $ref?: string;
}

interface Parameter extends Reference {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
}

interface Content {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Reference & { readonly value?: unknown }>>;
}

type Contents = Readonly<Record<string, Content>>;

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Contents };
  readonly responses: Readonly<
    Record<string, Reference & { readonly description: string; readonly content?: Contents }>
  >;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** An operation of docs/openapi.json, without references. */
export interface DescribedOperation {
  readonly name: string;
  readonly title: string;
  /** Method and path: `POST /transfers`. */
  readonly request: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly body: unknown;
  readonly answers: readonly { readonly status: string; readonly description: string; readonly example: unknown }[];
}

function describedIn({ components }: Document) {
  const resolved = <Part extends Reference>(part: Part): Part => {
    const [, , kind = '', name = ''] = part.$ref?.split('/') ?? [];
    return part.$ref === undefined ? part : ((components[kind]?.[name] ?? part) as Part);
  };
  const exampleOf = (contents: Contents = {}): unknown => {
    const [content = {}] = Object.values(contents);
    const [first] = Object.values(content.examples ?? {});
    return content.example ?? (first && resolved(first).value);
  };
  return (path: string, method: string, operation: Operation): DescribedOperation => ({
    name: operation.operationId,
    title: operation.summary,
    request: `${method.toUpperCase()} ${path}`,
    description: operation.description,
    parameters: (operation.parameters ?? []).map(resolved),
    body: exampleOf(operation.requestBody?.content),
    answers: Object.entries(operation.responses)
      .filter(([status]) => Number(status) < 400)
      .map(([status, response]) => {
        const { description, content } = resolved(response);
        return { status, description, example: exampleOf(content) };
      }),
  });
}

export async function describedOperations(): Promise<readonly DescribedOperation[]> {
  const document = JSON.parse(await readFile(FILE, 'utf8')) as Document;
  const described = describedIn(document);
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => described(path, method, operation)),
  );
}
