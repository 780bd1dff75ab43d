import type { Route } from '@halyard/contracts';
import { type PublicRoute, publicRoutes } from '@halyard/public-api';
import { VENDOR_TYPE } from '../../openapi/json.ts';
import { toldOf } from './fields.ts';
import { code, section, tableOf } from './markdown.ts';
import { type Operation, resolved } from './openapi.ts';

export const routeOf = ({ operationId }: Pick<Operation, 'operationId'>): Route =>
  publicRoutes[operationId as PublicRoute];

export const isProvedBy = ({ security = [] }: Operation, scheme: string): boolean =>
  security.some((one) => scheme in one);

/** The media type that a client of the route asks for. */
export const typeOf = (route: Route): string => (route.kind === 'plain' ? undefined : route.gives[0]) ?? VENDOR_TYPE;

const orOf = (names: readonly string[]): string => names.map(code).join(' or ');

/** Who may call the operation, one requirement a line. */
function accessOf(operation: Operation): readonly string[] {
  const { access, category } = routeOf(operation);
  if (isProvedBy(operation, 'openid')) return ['A token of a person, with the scope `openid`.'];
  if (access === 'anyone')
    return [isProvedBy(operation, 'client') ? 'The key and the secret of an application.' : 'No token.'];
  if (access === 'linking') return ['A linking token, which a page in a browser has.'];
  const roles = operation['x-roles'] ?? [];
  return [
    access === 'token' ? 'A token, of any scope.' : `A token with the scope \`${access}\`.`,
    `An application with a [permission](/docs/concepts/permissions/) that covers \`${category}\`.`,
    ...(roles.length > 0 ? [`A person with the role ${orOf(roles)}.`] : []),
  ];
}

/** The types of body that an operation takes, or nothing if it takes none. */
const bodyType = ({ requestBody }: Operation): readonly string[] => {
  const types = Object.keys(requestBody?.content ?? {});
  return types.length === 0 ? [] : [`\`Content-Type\`: ${orOf(types)}.`];
};

export function needsSection(operation: Operation): string {
  const needs = [
    ...accessOf(operation),
    `\`Accept\`: ${code(typeOf(routeOf(operation)))}.`,
    ...bodyType(operation),
    ...(operation['x-sandbox-only'] ? ['A sandbox. In production the answer is 404.'] : []),
  ];
  return section('What it needs', needs.map((need) => `- ${need}`).join('\n'));
}

export function parametersSection({ parameters = [] }: Operation): string {
  const rows = parameters
    .map(resolved)
    .map(({ name, in: place, required = false, description, schema }) => [
      code(name),
      place,
      required ? 'yes' : '',
      toldOf(description === undefined ? schema : { ...schema, description }),
    ]);
  return section('Parameters', tableOf(['Name', 'In', 'Required', 'Description'], rows));
}
