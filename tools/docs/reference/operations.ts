import type { Route } from '@halyard/contracts';
import { type PublicRoute, publicRoutes, refusalsOf } from '@halyard/public-api';
import { errorCodes } from '@halyard/core';
import { statusOf } from '@halyard/http';
import { VENDOR_TYPE } from '../../openapi/json.ts';
import type { Page } from '../page.ts';
import { fieldsTable } from './fields.ts';
import { errorLink, operationLink, resourceAddress } from './links.ts';
import { code, jsonBlock, parts, section, shellBlock, tableOf } from './markdown.ts';
import {
  api,
  contentOf,
  examplesOf,
  FORM_TYPE,
  nameOf,
  type Operation,
  operations,
  type PathOperation,
  resolved,
  type Response,
  type Schema,
  shownOf,
} from './openapi.ts';
import { commandLine, typescript } from './snippets.ts';

const routeOf = ({ operationId }: Operation): Route => publicRoutes[operationId as PublicRoute];

const isProvedBy = ({ security = [] }: Operation, scheme: string): boolean => security.some((one) => scheme in one);

/** Describes who may call the operation. */
function accessOf(operation: Operation): string {
  const { access, category } = routeOf(operation);
  if (isProvedBy(operation, 'openid')) return 'Needs a token of a person, with the scope `openid`.';
  if (access === 'anyone')
    return isProvedBy(operation, 'client') ? 'Needs the key and the secret of an application.' : 'Needs no token.';
  if (access === 'linking') return 'Needs a linking token, which a page in a browser has.';
  const scope = access === 'token' ? 'Needs a token, of any scope' : `Needs a token of the scope \`${access}\``;
  return `${scope}. It is one of the operations that an application may have permission for as \`${category}\`.`;
}

function parametersTable({ parameters = [] }: Operation): string {
  const rows = parameters.map(resolved).map(({ name, in: place, required = false, description, schema }) => {
    const values = resolved(schema.items ?? schema).enum;
    const told = description ?? schema.description ?? '';
    return [
      code(name),
      place,
      required ? 'yes' : '',
      values && values.length < 20 ? `${told} ${values.map((value) => code(String(value))).join(', ')}` : told,
    ];
  });
  return tableOf(['Name', 'In', 'Required', 'What it is'], rows);
}

/** The bodies that an operation takes. If there are several, a client chooses one. */
function bodiesOf({ requestBody }: Operation): readonly (readonly [string, Schema])[] {
  const schema = contentOf(requestBody?.content)?.schema;
  if (!schema) return [];
  const whole = resolved(schema);
  const variants = whole.anyOf ?? whole.oneOf ?? [schema];
  return variants.map((one) => [one.$ref === undefined ? '' : nameOf(one.$ref), resolved(one)]);
}

function bodySection(operation: Operation): string {
  const content = contentOf(operation.requestBody?.content);
  if (!content) return '';
  const bodies = bodiesOf(operation);
  const examples = new Map(examplesOf(content));
  return section(
    'Body',
    bodies.length > 1 ? 'One of these.' : undefined,
    ...bodies.map(([name, schema]) => {
      const example = examples.get(name) ?? (bodies.length === 1 ? [...examples.values()][0] : undefined);
      return parts(
        bodies.length > 1 ? `### ${name.replace(/Request$/, '')}` : undefined,
        schema.description,
        fieldsTable(schema),
        example === undefined ? undefined : jsonBlock(example),
      );
    }),
  );
}

const isError = (status: string): boolean => Number(status) >= 400;

function answerOf(status: string, response: Response): string {
  const content = contentOf(response.content);
  const schema = content?.schema.$ref === undefined ? undefined : nameOf(content.schema.$ref);
  const address = schema === undefined ? undefined : resourceAddress(schema);
  const [, example] = content ? (examplesOf(content)[0] ?? []) : [];
  return parts(
    `### ${status}`,
    `${response.description}${address === undefined ? '' : ` [Its fields and links](${address}).`}`,
    example === undefined || typeof example === 'string' ? undefined : jsonBlock(example),
  );
}

/** A row for each code that a client can get, with its status. */
function errorsTable({ operationId }: Operation): string {
  const refusals = refusalsOf(operationId as PublicRoute);
  const rows = [...refusals].map((name) => [String(statusOf[errorCodes[name].kind]), errorLink(name)]);
  return tableOf(['Status', 'Code'], rows.toSorted());
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The options with which curl sends an example of the body, in a media type that the operation takes. */
function bodyOptions({ requestBody }: Operation): readonly string[] {
  const [type = '', content] = shownOf(requestBody?.content) ?? [];
  const body = content ? examplesOf(content)[0]?.[1] : undefined;
  if (type === 'multipart/form-data') return ['-F documentType=passport', '-F file=@passport.png'];
  if (body === undefined) return [];
  if (type === FORM_TYPE) {
    return Object.entries(body as Readonly<Record<string, unknown>>).map(
      ([name, value]) => `-d ${quoted(`${name}=${String(value)}`)}`,
    );
  }
  return [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body))}`];
}

/** The media type that a client of the route asks for. */
const typeOf = (route: Route): string => (route.kind === 'plain' ? undefined : route.gives[0]) ?? VENDOR_TYPE;

/** The operation as a curl command, for a shell in which the quick start has set `$base` and `$token`. */
function curl({ path, method, operation }: PathOperation): string {
  const route = routeOf(operation);
  const takesKey = (operation.parameters ?? []).some((one) => resolved(one).name === 'Idempotency-Key');
  const body = bodyOptions(operation);
  const options = [
    ...(route.access === 'anyone' && !isProvedBy(operation, 'openid') ? [] : ['-H "Authorization: Bearer $token"']),
    `-H 'Accept: ${typeOf(route)}'`,
    ...(takesKey ? [`-H 'Idempotency-Key: my-key-1'`] : []),
    ...body,
    ...(method === 'GET' || body.length > 0 ? [] : [`-X ${method}`]),
  ];
  const address = path.replaceAll(/\{(\w+)\}/g, '$$$1');
  return shellBlock(['curl --cacert .data/tls/ca.pem', ...options, `"$base${address}"`].join(' \\\n  '));
}

function pageOf(entry: PathOperation): Page {
  const { path, method, operation } = entry;
  const answers = Object.entries(operation.responses).filter(([status]) => !isError(status));
  return {
    slug: `api/${operation.operationId}`,
    title: operation.operationId,
    text: parts(
      operation.description,
      `\`${method} ${path}\``,
      accessOf(operation),
      section('Parameters', parametersTable(operation)),
      bodySection(operation),
      section('Answers', ...answers.map(([status, response]) => answerOf(status, resolved(response)))),
      section('Errors', errorsTable(operation)),
      section('With curl', curl(entry)),
      section('With the command line', commandLine(entry)),
      section('With TypeScript', typescript(entry)),
    ),
  };
}

const isOperators = ({ operation }: PathOperation): boolean => routeOf(operation).access === 'operator';

/** A list of operations, by the service that answers them. Operators' operations come last. */
function listOf(): string {
  const table = (those: readonly PathOperation[]): string =>
    tableOf(
      ['Operation', 'Request', 'What it does'],
      those.map(({ path, method, operation }) => [
        operationLink(operation.operationId),
        code(`${method} ${path}`),
        operation.description,
      ]),
    );
  const ofTag = (name: string): readonly PathOperation[] =>
    operations.filter((entry) => entry.operation.tags.includes(name) && !isOperators(entry));
  return parts(
    'Every operation of the API: its parameters, its body, its answers and its errors. Clients find addresses by links; the paths here are for looking up.',
    ...api.tags.map(({ name, description }) => section(description.replace(/\.$/, ''), table(ofTag(name)))),
    section('For operators of the suite', table(operations.filter(isOperators))),
  );
}

export const operationPages = (): readonly Page[] => [
  { slug: 'api', title: 'Operations', text: listOf() },
  ...operations.map(pageOf),
];
