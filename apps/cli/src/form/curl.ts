import { isAbsolute } from 'node:path';
import type { Template } from '@halyard/client';
import type { Profile } from '../profile/profile.js';
import { LocalFile } from './given.js';
import { jsonText } from '../output/terminal-text.js';

const HAL = 'application/vnd.service.v1.hal+json';

/** A word as a POSIX shell reads it back. */
export const quoted = (word: string): string =>
  /^[\w@%+:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** `ssn` → `$HALYARD_SSN`: the user of the command sets it to the value that must not be shown. */
const variableOf = (name: string): string => `HALYARD_${name.replaceAll(/[^A-Za-z0-9]+/g, '_').toUpperCase()}`;

const secretsOf = ({ properties = [] }: Template): readonly string[] =>
  properties.flatMap(({ name, type }) => (type === 'password' ? [name] : []));

const MARK = '\u0000';

function hidden(value: unknown, secrets: readonly string[], path = ''): unknown {
  if (secrets.includes(path)) return `${MARK}${variableOf(path)}${MARK}`;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    hidden(inner, secrets, path === '' ? name : `${path}.${name}`),
  ]);
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : (Object.fromEntries(entries) as object);
}

/** Secrets are variables: `'{"ssn":"'"$HALYARD_SSN"'"}'`. */
const shellText = (json: string): string =>
  quoted(json).replaceAll(/\\u0000([A-Z0-9_]+)\\u0000/g, (_, name: string) => `'"$${name}"'`);

const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** Parses JSON text, but turns its numbers into marked texts: a float can't hold every number. */
const withMarkedNumbers = (json: string): unknown =>
  JSON.parse(json.replaceAll(TOKENS, (token) => (token.startsWith('"') ? token : `"\\u0000#${token}\\u0000"`)));

const withoutMarks = (json: string): string => json.replaceAll(/"\\u0000#([\d.eE+-]+)\\u0000"/g, '$1');

function partsOf(
  { body, contentType = HAL }: Pick<CurlRequest, 'body' | 'contentType'>,
  secrets: readonly string[],
): string[] {
  if (body === undefined) return [];
  if (body instanceof FormData)
    return [...body].map(([name, value]) =>
      // curl reads a file for a text that begins with @ or <, unless an option says that it is a text.
      typeof value === 'string'
        ? `--form-string ${quoted(`${name}=${value}`)}`
        : `-F ${quoted(`${name}=@${value instanceof LocalFile ? value.path : value.name};type=${value.type}`)}`,
    );
  const isJson = typeof body !== 'string' || contentType.endsWith('json');
  const tree = typeof body === 'string' && isJson ? withMarkedNumbers(body) : body;
  const text = isJson ? shellText(withoutMarks(jsonText(hidden(tree, secrets)))) : quoted(String(body));
  return [`-H ${quoted(`Content-Type: ${contentType}`)}`, `-d ${text}`];
}

interface CurlRequest {
  readonly method: string;
  /** An address, or a path of the suite. */
  readonly url: string;
  /** The media type of the answer; that of resources by default. */
  readonly accept?: string | undefined;
  readonly body?: unknown;
  readonly contentType?: string;
  readonly template?: Template;
  readonly idempotencyKey?: string | undefined;
}

/** The request as a command for curl. It contains neither the token nor any secret. */
export function curlOf(
  { method, url, accept = HAL, template, idempotencyKey, ...sent }: CurlRequest,
  { baseUrl, caFile }: Profile,
): string {
  const address = /^https?:/.test(url) ? url : `${baseUrl.replace(/\/$/, '')}/${url.replace(/^\//, '')}`;
  return [
    // curl takes brackets and braces of an address for patterns, unless an option says otherwise.
    `curl ${/[[\]{}]/.test(address) ? '--globoff ' : ''}-X ${quoted(method)} ${quoted(address)}`,
    ...(caFile === undefined ? [] : [`--cacert ${quoted(isAbsolute(caFile) ? caFile : `./${caFile}`)}`]),
    '-H "Authorization: Bearer $HALYARD_TOKEN"',
    `-H ${quoted(`Accept: ${accept}`)}`,
    ...(idempotencyKey === undefined ? [] : [`-H ${quoted(`Idempotency-Key: ${idempotencyKey}`)}`]),
    ...partsOf(sent, template ? secretsOf(template) : []),
  ].join(' \\\n  ');
}
