import { EXAMPLE_ADDRESS } from '@halyard/contracts';
import type { PublicRoute } from '@halyard/public-api';
import { uploadOf } from '../../openapi/uploads.ts';
import { shellBlock } from './markdown.ts';
import { isProvedBy, routeOf, typeOf } from './needs.ts';
import { examplesOf, FORM_TYPE, type Operation, type PathOperation, resolved, shownOf } from './openapi.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The path with an example in place of each parameter. */
const examplePath = ({ path, operation }: PathOperation): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => exampleOf(operation, name));

/** An example of a parameter. */
export function exampleOf({ parameters = [] }: Operation, name: string): string {
  const parameter = parameters.map(resolved).find((one) => one.name === name);
  const example = parameter?.schema.examples?.[0] ?? parameter?.schema.enum?.[0] ?? name;
  return typeof example === 'string' ? example : JSON.stringify(example);
}

/** The required query parameters, with examples. */
export const requiredQuery = (operation: Operation): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (operation.parameters ?? [])
      .map(resolved)
      .filter((parameter) => parameter.in === 'query' && parameter.required === true)
      .map(({ name }) => [name, exampleOf(operation, name)]),
  );

/** The path and the required query parameters, with examples. */
export function exampleTarget(entry: PathOperation): string {
  const query = new URLSearchParams(requiredQuery(entry.operation)).toString();
  return `${examplePath(entry)}${query === '' ? '' : `?${query}`}`;
}

/** The options with which curl sends an example of the body, in a media type that the operation takes. */
function bodyOptions({ operationId, requestBody }: Operation): readonly string[] {
  const upload = uploadOf(operationId as PublicRoute);
  if (upload) return Object.entries(upload.example).map(([name, value]) => `-F ${name}=${value}`);
  const [type = '', content] = shownOf(requestBody?.content) ?? [];
  const body = content ? examplesOf(content)[0]?.[1] : undefined;
  if (body === undefined) return [];
  if (type === FORM_TYPE) {
    return Object.entries(body as Readonly<Record<string, unknown>>).map(
      ([name, value]) => `-d ${quoted(`${name}=${String(value)}`)}`,
    );
  }
  return [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body, undefined, 2))}`];
}

function credentials(operation: Operation): readonly string[] {
  const { access } = routeOf(operation);
  if (isProvedBy(operation, 'openid') || access !== 'anyone') return ['-H "Authorization: Bearer $HALYARD_TOKEN"'];
  // Some bodies have the key and the secret.
  const hasSecret = bodyOptions(operation).some((option) => option.includes('client_secret='));
  return isProvedBy(operation, 'client') && !hasSecret ? ['-u "$HALYARD_KEY:$HALYARD_SECRET"'] : [];
}

/** The operation as a curl command that can be pasted. */
export function curl(entry: PathOperation): string {
  const { method, operation } = entry;
  const takesKey = (operation.parameters ?? []).some((one) => resolved(one).name === 'Idempotency-Key');
  const body = bodyOptions(operation);
  const options = [
    ...(method === 'GET' || (method === 'POST' && body.length > 0) ? [] : [`-X ${method}`]),
    '--cacert .data/tls/ca.pem',
    ...credentials(operation),
    `-H 'Accept: ${typeOf(routeOf(operation))}'`,
    ...(takesKey ? [`-H "Idempotency-Key: ${operation.operationId}-$(date +%s)"`] : []),
    ...body,
  ];
  const needsToken = options.some((option) => option.includes('$HALYARD_TOKEN'));
  return shellBlock(
    ...(needsToken ? ['HALYARD_TOKEN=$(npx --no halyard token)'] : []),
    [`curl '${EXAMPLE_ADDRESS}${exampleTarget(entry)}'`, ...options].join(' \\\n  '),
  );
}
