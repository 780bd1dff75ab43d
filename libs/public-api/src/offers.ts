import type { FieldChoices, Offer } from '@halyard/contracts';
import { type OperatorRoute, operatorRoutes } from '@halyard/contracts/operations';
import { type PublicRoute, type PublicRouteRow, publicRoutes, routeNames } from './tables.js';

/** A write that a resource or list offers, with the details of the offer. */
export interface OfferedWrite extends Omit<Offer, 'choices'> {
  readonly route: PublicRouteRow;
  /** The handler serves the write under this name, and its forms have this name. */
  readonly name: PublicRoute | OperatorRoute;
  readonly choices: Readonly<Record<string, FieldChoices>>;
}

type NamedRow = readonly [PublicRoute, PublicRouteRow];

const rows: readonly NamedRow[] = routeNames.map((name) => [name, publicRoutes[name]]);

/** @throws Error if no route has the name */
function routeNamed<Name extends string>(names: readonly Name[], wanted: string): Name {
  const name = names.find((one) => one === wanted);
  if (name === undefined) throw new Error(`no route is named ${wanted}`);
  return name;
}

const operatorNames = Object.keys(operatorRoutes) as OperatorRoute[];

const offeredWrite = ([name, route]: NamedRow, { choices = {}, ...offer }: Offer): OfferedWrite => ({
  ...offer,
  route,
  name: route.servedAs === undefined ? name : routeNamed(operatorNames, route.servedAs),
  choices: Object.fromEntries(
    Object.entries(choices).map(([field, choice]) => [field, { ...choice, list: routeNamed(routeNames, choice.list) }]),
  ),
});

/** The write that adds an item to a list: a POST to the list's own path. */
const createdIn = (list: PublicRouteRow): NamedRow | undefined =>
  list.answers.some(({ answers }) => answers === 'list')
    ? rows.find(
        ([, { method, path, answers }]) =>
          method === 'POST' && path === list.path && answers.some((it) => it.answers === 'created'),
      )
    : undefined;

const offeredByResource = new Map(
  rows.flatMap((row) =>
    Object.entries(row[1].offeredBy?.resources ?? {}).flatMap(([kind, relations]) =>
      Object.entries(relations).map(([relation, offer]) => [`${kind} ${relation}`, offeredWrite(row, offer)] as const),
    ),
  ),
);

const offeredByList = new Map([
  ...rows.flatMap(([name, list]) => {
    const write = list.method === 'GET' ? createdIn(list) : undefined;
    return write ? [[name, offeredWrite(write, {})] as const] : [];
  }),
  ...rows.flatMap((row) =>
    Object.entries(row[1].offeredBy?.lists ?? {}).map(([list, offer]) => [list, offeredWrite(row, offer)] as const),
  ),
]);

/** The write to which a link of a resource leads; undefined for a link that leads to a read. */
export const writeBehind = (kind: string, relation: string): OfferedWrite | undefined =>
  offeredByResource.get(`${kind} ${relation}`);

/** The write that creates an item of a list. */
export const writeInto = (list: string): OfferedWrite | undefined => offeredByList.get(list);

/** The relations of links that lead to a write. All other links lead to a read. */
export const writeRelations: ReadonlySet<string> = new Set(
  [...offeredByResource.keys()].flatMap((offer) => offer.split(' ')[1] ?? []),
);

/**
 * Every offered write, by the resource and relation, or the list, that offers it: `transfer cancel`, `listCustomers`.
 */
export const offeredWrites: ReadonlyMap<string, OfferedWrite> = new Map([...offeredByResource, ...offeredByList]);
