import { pathsOf, type ResourceKind, type ResourceRef, typeBehind } from '@halyard/contracts';
import { operatorRoutes } from '@halyard/contracts/operations';
import { type PublicRouteRow, publicRoutes, resources } from './tables.js';

/** The target of a link. */
interface Address {
  readonly path: string;
  readonly resourceType: string;
  readonly at: (id: string) => string;
}

type Row = Pick<PublicRouteRow, 'method' | 'path' | 'answers' | 'resourceType' | 'access' | 'category' | 'people'>;

/** Operators' routes come first: the resources that they answer live at the path that all services share. */
const rows: readonly (readonly [string, Row])[] = Object.entries<Row>({ ...operatorRoutes, ...publicRoutes });
const kinds = Object.keys(resources) as ResourceKind[];

/** `resource-type` of a kind (reference facts, section 0). */
const typeOfKind = (kind: ResourceKind): string => {
  const { resourceType }: { readonly resourceType?: string } = resources[kind];
  return resourceType ?? kind;
};

const addressOf = (path: string, resourceType: string): Address => ({ path, resourceType, at: pathsOf(path) });

/**
 * The route whose address a resource has: the GET that answers the resource. Without one, another route that answers it
 * or its list.
 */
function homeOf(kind: ResourceKind): Row {
  const answering = rows
    .map(([, row]) => row)
    .filter(({ answers }) => answers.some((it) => 'of' in it && it.of === kind));
  const isResource = ({ answers }: Row): boolean => answers.some((it) => it.answers === 'resource' && it.of === kind);
  const home =
    answering.find((row) => row.method === 'GET' && isResource(row)) ?? answering.find(isResource) ?? answering[0];
  if (!home) throw new Error(`no route answers ${kind}`);
  return home;
}

/** The kinds that have an address of their own, and who may read them there. */
export const readableKinds: readonly (Pick<Row, 'access' | 'category' | 'people'> & { readonly kind: ResourceKind })[] =
  kinds.flatMap((kind) => {
    const { method, path, access, category, people } = homeOf(kind);
    return method === 'GET' && path.endsWith(':id') ? [{ kind, access, category, people }] : [];
  });

const addresses: ReadonlyMap<string, Address> = new Map([
  ...rows.flatMap(([name, row]) => {
    const type = typeBehind(row);
    return type === undefined ? [] : [[name, addressOf(row.path, type)] as const];
  }),
  ...kinds.map((kind) => [kind, addressOf(homeOf(kind).path, typeOfKind(kind))] as const),
]);

/** All addresses in one text, to find out whether any of them has changed. */
export const addressesAsText = JSON.stringify([...addresses]);

function find(kind: ResourceRef['kind']): Address {
  const address = addresses.get(kind);
  if (!address) throw new Error(`nothing links to ${kind}`);
  return address;
}

/** Whether this build has an address for the target. A service of a later build may link to kinds that it adds. */
export const hasAddress = ({ kind }: Pick<ResourceRef, 'kind'>): boolean => addresses.has(kind);

/** Path of a resource or list, with its filters. It is the same at the gateway and at the owner. */
export function pathOf({ kind, id, service, filters }: ResourceRef): string {
  const path = find(kind).at(id);
  const query = filters ? `?${new URLSearchParams(filters).toString()}` : '';
  return (service === undefined ? path : path.replace(':service', service)) + query;
}

/** `resource-type` of links (reference facts, section 0). A link to a list has the type of the list's items. */
export const resourceTypeOf = ({ kind }: Pick<ResourceRef, 'kind'>): string => find(kind).resourceType;

/** A link within the attributes of a resource, to a resource of any kind. */
export const linkTo = (target: ResourceRef) => ({ href: pathOf(target), 'resource-type': resourceTypeOf(target) });

const identified: ReadonlySet<ResourceKind> = new Set(kinds.filter((kind) => 'id' in resources[kind].attributes.shape));

/** Whether the kind has ids of its own. Other kinds are parts of something, or exist only once. */
export const hasId = (kind: ResourceKind): boolean => identified.has(kind);

/** Name of the embedded list: plural of the resource type. */
export function pluralOf(kind: ResourceKind): string {
  const type = typeOfKind(kind);
  if (type.endsWith('s')) return type;
  if (type === 'person') return 'people';
  return type.endsWith('ry') ? `${type.slice(0, -1)}ies` : `${type}s`;
}
