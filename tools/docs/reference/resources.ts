import type { ResourceKind, ResourceRow } from '@halyard/contracts';
import { type PublicRouteRow, publicRoutes, resources } from '@halyard/public-api';
import { pascal } from '../../openapi/json.ts';
import type { Page } from '../page.ts';
import { fieldsTree } from './fields.ts';
import { kinds, operationLink, resourceLink } from './links.ts';
import { code, jsonBlock, parts, section } from './markdown.ts';
import { api, contentOf, examplesOf, operations, resolved } from './openapi.ts';

/** The operations that answer a resource, alone or in a list. */
const answeredBy = (kind: ResourceKind): readonly string[] =>
  Object.entries<PublicRouteRow>(publicRoutes)
    .filter(([, { answers }]) => answers.some((answer) => 'of' in answer && answer.of === kind))
    .map(([name]) => name);

/** The example as an operation answers it, with everything that the gateway adds. */
export function exampleOf(kind: string): unknown {
  const reference = `#/components/schemas/${pascal(kind)}`;
  const contents = operations.flatMap(({ operation }) =>
    Object.values(operation.responses).flatMap((response) => contentOf(resolved(response).content) ?? []),
  );
  return contents.filter(({ schema }) => schema.$ref === reference).flatMap(examplesOf)[0]?.[1];
}

function pageOf(kind: ResourceKind): Page {
  const { links }: ResourceRow = resources[kind];
  const schema = api.components.schemas[pascal(kind)] ?? {};
  const example = exampleOf(kind);
  const names = answeredBy(kind);
  return {
    slug: `resources/${kind}`,
    title: kind,
    text: parts(
      `The resource \`${kind}\`, as it is answered: its fields, and the links that say what can be done with it now.`,
      section('Fields', fieldsTree(schema, ['_links'])),
      section(
        'Links',
        ['self', ...Object.keys(links)].map(code).join(', '),
        Object.keys(links).length === 0
          ? undefined
          : 'A link that is not there names something that cannot be done now.',
      ),
      section('Operations', names.map((name) => `- ${operationLink(name)}`).join('\n')),
      section('Example', example === undefined ? undefined : jsonBlock(example)),
    ),
  };
}

export function resourcePages(): readonly Page[] {
  const pages = kinds.map(pageOf);
  const list = pages.map(({ title }) => `- ${resourceLink(title)}`).join('\n');
  return [
    {
      slug: 'resources',
      title: 'Resources',
      text: `What operations answer, by kind: fields, links, and an example of each.\n\n${list}`,
    },
    ...pages,
  ];
}
