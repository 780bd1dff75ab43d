import type { FieldChoices } from './forms.js';
import type { Offer } from './public-api/offer.js';
import { type OperatorRoute, operatorRoutes } from './public-api/operators.js';
import { type PublicRoute, type PublicRouteRow, publicRoutes, routeNames } from './public-routes.js';

/** A write that a resource or list offers, and how. */
export interface OfferedWrite extends Omit<Offer, 'choices'> {
  readonly route: PublicRouteRow;
  /** By which its handler serves it, and its forms are known. */
  readonly name: PublicRoute | OperatorRoute;
  readonly choices: Readonly<Record<string, FieldChoices>>;
}

type Written = readonly [PublicRoute, PublicRouteRow];

const rows: readonly Written[] = routeNames.map((name) => [name, publicRoutes[name]]);

/** @throws Error for a name that no route has */
function routeNamed<Name extends string>(names: readonly Name[], wanted: string): Name {
  const name = names.find((one) => one === wanted);
  if (name === undefined) throw new Error(`no route is named ${wanted}`);
  return name;
}

const operatorNames = Object.keys(operatorRoutes) as OperatorRoute[];

const offeredWrite = ([name, route]: Written, { choices = {}, ...offer }: Offer): OfferedWrite => ({
  ...offer,
  route,
  name: route.servedAs === undefined ? name : routeNamed(operatorNames, route.servedAs),
  choices: Object.fromEntries(
    Object.entries(choices).map(([field, choice]) => [field, { ...choice, list: routeNamed(routeNames, choice.list) }]),
  ),
});

/** The list at a path is where a POST to the same path creates. */
const createdIn = (list: PublicRouteRow): Written | undefined =>
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

/** The write that a link of a resource leads to; undefined for a link that leads to reading. */
export const writeBehind = (kind: string, relation: string): OfferedWrite | undefined =>
  offeredByResource.get(`${kind} ${relation}`);

/** The write that creates what a list has. */
export const writeInto = (list: string): OfferedWrite | undefined => offeredByList.get(list);

/** The relations of links that lead to a write; all others lead to reading. */
export const writeRelations: ReadonlySet<string> = new Set(
  [...offeredByResource.keys()].flatMap((offer) => offer.split(' ')[1] ?? []),
);

/** Every write that anything offers, with what offers it: `transfer cancel`, `listCustomers`. */
export const offeredWrites: ReadonlyMap<string, OfferedWrite> = new Map([...offeredByResource, ...offeredByList]);
