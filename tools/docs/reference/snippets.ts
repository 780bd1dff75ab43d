import { offeredWrites } from '@halyard/public-api';
import { type Noun } from '@halyard/cli/noun';
import { nounsOf } from '../../command-line/nouns.ts';
import { codeBlock, shellBlock } from './markdown.ts';
import { api, contentOf, examplesOf, type Operation, type PathOperation, resolved } from './openapi.ts';

const nouns: readonly Noun[] = nounsOf(api);
const VENDOR = 'application/vnd.service.v1.hal+json';
const MULTIPART = 'multipart/form-data';

/** For each write, the resource and relation that lead to it: `transfer cancel`. */
const offers = new Map([...offeredWrites].map(([offer, { name }]) => [name as string, offer] as const));

const shellPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, '$$$1');
const takes = ({ requestBody }: Operation): readonly string[] => Object.keys(requestBody?.content ?? {});

/** The words that the command line has for an operation: a noun and a verb, or the request itself. */
function wordsOf({ path, method, operation }: PathOperation): string {
  const [, id = ''] = /\{(\w+)\}/.exec(path) ?? [];
  for (const { name, item, lists } of nouns) {
    const noun = name === 'idempotency-keys' ? 'keys' : name;
    if (method === 'GET' && item?.path === path) return `${noun} get${id === '' ? '' : ` $${id}`}`;
    const list = lists.find((each) => each.path === path);
    if (!list) continue;
    const owner = list.of === undefined || list.of === 'account' ? '' : ` --${list.of} $${id}`;
    if (method === 'GET') return `${noun} list${owner} --all`;
    if (method === 'POST')
      return `${noun} create${owner} ${takes(operation).includes(MULTIPART) ? '--form' : '--file body.json'}`;
  }
  const [kind = '', relation = ''] = offers.get(operation.operationId)?.split(' ') ?? [];
  const offering = nouns.find(({ name, relations }) => name === `${kind}s` && relations.includes(relation));
  if (offering && id !== '') return `${offering.name} ${relation} $${id}`;
  const body = method === 'POST' && takes(operation).length > 0 ? ' --file body.json' : '';
  return `api ${method} "${shellPath(path)}"${body}`;
}

/** The operation as a `halyard` command; empty if the operation does not take the command line's token. */
export const commandLine = (entry: PathOperation): string =>
  entry.operation.security === undefined || isForTokens(entry.operation) ? shellBlock(`halyard ${wordsOf(entry)}`) : '';

const isForTokens = ({ security = [] }: Operation): boolean => security.some((one) => 'token' in one);

/** Whether the typed client has a call for the operation, which has to answer a resource. */
const isCall = ({ responses }: Operation): boolean =>
  Object.entries(responses).some(([status, given]) => {
    const response: { readonly content?: object; readonly 'x-resource'?: unknown } = resolved(given);
    return status.startsWith('2') && (VENDOR in (response.content ?? {}) || response['x-resource'] !== undefined);
  });

const isList = ({ responses }: Operation): boolean =>
  /List$/.test(contentOf(responses['200'] && resolved(responses['200']).content)?.schema.$ref ?? '');

/** The required query parameters, as examples: `q: "Ada Byron"`. */
const requiredQuery = ({ parameters = [] }: Operation): readonly string[] =>
  parameters
    .map(resolved)
    .filter((parameter) => parameter.in === 'query' && parameter.required === true)
    .map(({ name, schema }) => `${name}: ${JSON.stringify(schema.examples?.[0] ?? '')}`);

/** The operation as a call of the typed client; empty if the client has no call for it. */
export function typescript({ path, method, operation }: PathOperation): string {
  if (!isForTokens(operation) || !isCall(operation)) return '';
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const content = operation.requestBody?.content[VENDOR];
  const body = content && examplesOf(content)[0]?.[1];
  const query = requiredQuery(operation);
  const options = [
    ...(names.length > 0 ? [`path: { ${names.join(', ')} }`] : []),
    ...(query.length > 0 ? [`query: { ${query.join(', ')} }`] : []),
    ...(body === undefined ? [] : [`body: ${JSON.stringify(body, undefined, 2)}`]),
    ...(takes(operation).includes(MULTIPART) ? [`form: { documentType: 'passport', file }`] : []),
  ];
  const given = options.length > 0 ? `, { ${options.join(', ')} }` : '';
  const call = (name: string): string => `client.${name}('${path}'${given})`;
  return codeBlock(
    'ts',
    method === 'GET' && isList(operation)
      ? `for await (const item of ${call('items')}) {\n  console.log(item);\n}`
      : `const answer = await ${call(method.toLowerCase())};`,
  );
}
