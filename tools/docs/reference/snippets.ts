import { EXAMPLE_ADDRESS } from '@halyard/contracts';
import { offeredWrites, type PublicRoute } from '@halyard/public-api';
import { type Noun } from '@halyard/cli/noun';
import { nounsOf } from '../../command-line/nouns.ts';
import { uploadOf } from '../../openapi/uploads.ts';
import { exampleOf, exampleTarget, requiredQuery } from './curl.ts';
import { codeBlock, shellBlock } from './markdown.ts';
import { api, contentOf, examplesOf, type Operation, type PathOperation, resolved } from './openapi.ts';

const nouns: readonly Noun[] = nounsOf(api);
const VENDOR = 'application/vnd.service.v1.hal+json';

/** For each write, the resource and relation that lead to it: `transfer cancel`. */
const offers = new Map([...offeredWrites].map(([offer, { name }]) => [name as string, offer] as const));

const uploadBy = ({ operationId }: Operation) => uploadOf(operationId as PublicRoute);

/** The parts of the form that an operation takes, as a program writes them. */
const partsOf = (operation: Operation): string | undefined =>
  Object.entries(uploadBy(operation)?.example ?? {})
    .map(
      ([name, value]) => `${name}: ${value.startsWith('@') ? `await openAsBlob('${value.slice(1)}')` : `'${value}'`}`,
    )
    .join(', ') || undefined;

/** Resources that a command of their own prints. */
const withoutVerb = new Set(['operations health']);

/** The words that the command line has for an operation: a noun and a verb, or the request itself. */
function wordsOf(entry: PathOperation): string {
  const { path, method, operation } = entry;
  const [, name = ''] = /\{(\w+)\}/.exec(path) ?? [];
  const id = name === '' ? '' : ` ${exampleOf(operation, name)}`;
  for (const { name: named, item, lists } of nouns) {
    const noun = named === 'idempotency-keys' ? 'keys' : named;
    if (method === 'GET' && item?.path === path) return withoutVerb.has(noun) ? noun : `${noun} get${id}`;
    const list = lists.find((each) => each.path === path);
    if (!list) continue;
    const owner = list.of === undefined || list.of === 'account' ? '' : ` --${list.of}${id}`;
    if (method === 'GET') return `${noun} list${owner}`;
    if (method === 'POST') return `${noun} create${owner}`;
  }
  const [kind = '', relation = ''] = offers.get(operation.operationId)?.split(' ') ?? [];
  const offering = nouns.find((noun) => noun.name === `${kind}s` && noun.relations.includes(relation));
  if (offering && id !== '') return `${offering.name} ${relation}${id}`;
  return `api ${method} '${exampleTarget(entry)}'`;
}

const bodyOf = ({ requestBody }: Operation): unknown => {
  const content = requestBody?.content[VENDOR] ?? contentOf(requestBody?.content);
  return content && examplesOf(content)[0]?.[1];
};

/** The operation as a `halyard` command; empty if the operation does not take the command line's token. */
export function commandLine(entry: PathOperation): string {
  const { operation } = entry;
  if (operation.security !== undefined && !isForTokens(operation)) return '';
  const command = `npx --no halyard ${wordsOf(entry)}`;
  const upload = uploadBy(operation);
  if (upload) {
    const values = Object.entries(upload.example).map(([name, value]) => `--set ${name}=${value}`);
    return shellBlock([command, ...values].join(' '));
  }
  const body = bodyOf(operation);
  if (body === undefined) return shellBlock(command);
  return shellBlock(`${command} --file - <<'END'`, JSON.stringify(body, undefined, 2), 'END');
}

const isForTokens = ({ security = [] }: Operation): boolean => security.some((one) => 'token' in one);

/** Whether the typed client has a call for the operation, which has to answer a resource. */
const isCall = ({ responses }: Operation): boolean =>
  Object.entries(responses).some(([status, given]) => {
    const response = resolved(given);
    return status.startsWith('2') && (VENDOR in (response.content ?? {}) || response['x-resource'] !== undefined);
  });

const isList = ({ responses }: Operation): boolean =>
  /List$/.test(contentOf(responses['200'] && resolved(responses['200']).content)?.schema.$ref ?? '');

const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;

/** A value as a program writes it: names of members without quotes, texts in single ones. */
function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const deeper = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((item) => literal(item, deeper))
    : Object.entries(value).map(
        ([name, member]) => `${/^[\w$]+$/.test(name) ? name : quoted(name)}: ${literal(member, deeper)}`,
      );
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return lines.length === 0
    ? `${open}${close}`
    : `${open}\n${lines.map((line) => `${deeper}${line},\n`).join('')}${indent}${close}`;
}

function optionsOf({ path, operation }: PathOperation): string {
  const content = operation.requestBody?.content[VENDOR];
  const body = content && examplesOf(content)[0]?.[1];
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, exampleOf(operation, name)]);
  const query = requiredQuery(operation);
  const upload = partsOf(operation);
  const options = [
    ...(names.length > 0 ? [`path: ${literal(Object.fromEntries(names), '  ')}`] : []),
    ...(Object.keys(query).length > 0 ? [`query: ${literal(query, '  ')}`] : []),
    ...(body === undefined ? [] : [`body: ${literal(body, '  ')}`]),
    ...(upload ? [`form: { ${upload} }`] : []),
  ];
  return options.length === 0 ? '' : `, {\n${options.map((option) => `  ${option},\n`).join('')}}`;
}

const client = (imports: readonly string[]): string =>
  [
    ...imports,
    `import { createClient } from '@halyard/client';`,
    '',
    `const { HALYARD_KEY: key = '', HALYARD_SECRET: secret = '' } = process.env;`,
    `const client = createClient({ baseUrl: '${EXAMPLE_ADDRESS}', key, secret });`,
    '',
  ].join('\n');

/** The operation as a program with the typed client; empty if the client has no call for it. */
export function typescript(entry: PathOperation): string {
  const { path, method, operation } = entry;
  if (!isForTokens(operation) || !isCall(operation)) return '';
  const imports = partsOf(operation) ? [`import { openAsBlob } from 'node:fs';`] : [];
  const call = (name: string): string => `client.${name}('${path}'${optionsOf(entry)})`;
  const lines =
    method === 'GET' && isList(operation)
      ? `for await (const item of ${call('items')}) {\n  console.log(item);\n}`
      : `const answer = await ${call(method.toLowerCase())};\nconsole.log(answer);`;
  return codeBlock('ts', `${client(imports)}\n${lines}`);
}
