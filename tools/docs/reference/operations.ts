import { type PublicRoute, refusalsOf } from '@halyard/public-api';
import { errorTexts } from '@halyard/public-api/error-texts';
import { type ErrorCode, errorCodes } from '@halyard/core';
import { statusOf } from '@halyard/http';
import type { Page } from '../page.ts';
import { curl } from './curl.ts';
import { fieldsTree } from './fields.ts';
import { operationGroup, operationGroups } from './groups.ts';
import { errorLink, kindOf, operationLink, resourceAddress } from './links.ts';
import { code, jsonBlock, parts, section, tableOf, wrapped } from './markdown.ts';
import { needsSection, parametersSection, routeOf } from './needs.ts';
import {
  contentOf,
  examplesOf,
  nameOf,
  type Operation,
  operations,
  type PathOperation,
  resolved,
  type Response,
  type Schema,
} from './openapi.ts';
import { exampleOf } from './resources.ts';
import { commandLine, typescript } from './snippets.ts';

/** The bodies that an operation takes. If there are several, a client chooses one. */
function bodiesOf({ requestBody }: Operation): readonly (readonly [string, Schema])[] {
  const schema = contentOf(requestBody?.content)?.schema;
  if (!schema) return [];
  const whole = resolved(schema);
  const variants = whole.anyOf ?? whole.oneOf ?? [schema];
  return variants.map((one) => [one.$ref === undefined ? '' : nameOf(one.$ref), resolved(one)]);
}

/** `UnverifiedCustomer` -> `Unverified customer` */
const wordsOf = (name: string): string => name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function bodySection(operation: Operation): string {
  const content = contentOf(operation.requestBody?.content);
  if (!content) return '';
  const bodies = bodiesOf(operation);
  const examples = new Map(examplesOf(content));
  return section(
    'Body',
    bodies.length > 1 ? 'One of these.' : undefined,
    ...bodies.map(([name, schema]) => {
      // The request above has the example of a body that is the only one.
      const example = bodies.length > 1 ? examples.get(name) : undefined;
      return parts(
        bodies.length > 1 ? `### ${wordsOf(name.replace(/Request$/, ''))}` : undefined,
        schema.description,
        fieldsTree(schema),
        example === undefined ? undefined : jsonBlock(example),
      );
    }),
  );
}

const isError = (status: string): boolean => Number(status) >= 400;

function answerOf(status: string, response: Response): string {
  const content = contentOf(response.content);
  const created = response['x-resource'];
  const schema = content?.schema.$ref === undefined ? created : nameOf(content.schema.$ref);
  const address = schema === undefined ? undefined : resourceAddress(schema);
  const [, example] = content ? (examplesOf(content)[0] ?? []) : [];
  const found = example ?? (created === undefined ? undefined : exampleOf(kindOf(created) ?? ''));
  return parts(
    `### ${status}`,
    `${response.description}${address === undefined ? '' : ` [Its fields and links](${address}).`}`,
    found === undefined || typeof found === 'string' || content?.schema.type === 'string'
      ? undefined
      : parts(content === undefined ? 'The resource at `Location`:' : undefined, jsonBlock(found)),
  );
}

const statusOfCode = (name: ErrorCode): number => statusOf[errorCodes[name].kind];

/** A row for each code that a client can get, with its status and its cure. */
function errorsTable({ operationId }: Operation): string {
  const refusals = [...refusalsOf(operationId as PublicRoute)].toSorted(
    (one, other) => statusOfCode(one) - statusOfCode(other) || one.localeCompare(other, 'en'),
  );
  return tableOf(
    ['Status', 'Code', 'What to do'],
    refusals.map((name) => [String(statusOfCode(name)), errorLink(name), errorTexts[name].todo]),
  );
}

/** The same request in each language, one tab each. */
function requestSection(entry: PathOperation): string {
  const { access } = routeOf(entry.operation);
  return section(
    'Request',
    access === 'anyone' || access === 'linking'
      ? undefined
      : 'In the folder of a suite that runs, with an id of yours in place of the one here:',
    wrapped(
      'tabs',
      parts(
        ...[
          ['curl', curl(entry)],
          ['Command line', commandLine(entry)],
          ['TypeScript', typescript(entry)],
        ].map(([name = '', text = '']) => (text === '' ? undefined : `### ${name}\n\n${text}`)),
      ),
    ),
  );
}

function pageOf(entry: PathOperation): Page {
  const { path, method, operation } = entry;
  const answers = Object.entries(operation.responses).filter(([status]) => !isError(status));
  return {
    slug: `api/${operation.operationId}`,
    title: operation.summary,
    names: [`${method} ${path}`, operation.operationId, path],
    group: operationGroup(entry),
    badge: method,
    text: parts(
      wrapped('request', `**${method}** \`${path}\` \`${operation.operationId}\``),
      operation.description,
      requestSection(entry),
      needsSection(operation),
      parametersSection(operation),
      bodySection(operation),
      section('Answers', ...answers.map(([status, response]) => answerOf(status, resolved(response)))),
      section('Errors', errorsTable(operation)),
    ),
  };
}

/** A list of all operations, by group. */
function listOf(): string {
  const byGroup = Map.groupBy(operations, operationGroup);
  const table = (those: readonly PathOperation[]): string =>
    tableOf(
      ['Operation', 'Request', 'Description'],
      those.map(({ path, method, operation }) => [
        operationLink(operation.operationId),
        code(`${method} ${path}`),
        operation.description,
      ]),
    );
  return parts(
    'Every operation of the API: what it needs, its body, its answers and its errors, with a request to copy. Clients find addresses by links; the paths here are for looking up.',
    ...operationGroups.flatMap((group) => {
      const those = byGroup.get(group);
      return those ? [section(group, table(those))] : [];
    }),
  );
}

export const operationPages = (): readonly Page[] => [
  { slug: 'api', title: 'API reference', text: listOf() },
  ...operationGroups.flatMap((group) => operations.filter((entry) => operationGroup(entry) === group).map(pageOf)),
];
