import { Query as QueryParams } from '@nestjs/common';
import { type Fault, validationError } from '@halyard/core';
import type { JsonSchema } from '../validation/declared.js';

/** A query as both adapters give it: the values of a repeated name are an array. */
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

/** What may stand under a name of a query: how it is read, and the same as a schema. */
export interface QueryTerm<Value> {
  /** @returns undefined for what the term does not take */
  readonly read: (given: string | readonly string[]) => Value | undefined;
  readonly schema: JsonSchema;
  /** InvalidFormat by default. */
  readonly code?: Fault['code'];
}

/** One that has a value also where the query says nothing. */
export interface DefaultedTerm<Value> extends QueryTerm<Value> {
  readonly otherwise: Value;
}

export type QueryTerms = Readonly<Record<string, QueryTerm<unknown>>>;

export type QueryValues<Terms extends QueryTerms> = {
  readonly [Name in keyof Terms as Terms[Name] extends DefaultedTerm<unknown> ? Name : never]: ReadBy<Terms[Name]>;
} & {
  readonly [Name in keyof Terms as Terms[Name] extends DefaultedTerm<unknown> ? never : Name]?: ReadBy<Terms[Name]>;
};

/** What a declared query reads. */
export type ValuesOf<Declared> = Declared extends DeclaredQuery<infer Terms> ? QueryValues<Terms> : never;

type ReadBy<Term> = Term extends QueryTerm<infer Value> ? Value : never;

const faultAt = (name: string, code: Fault['code'] = 'InvalidFormat'): Fault => ({
  code,
  message: `${name.charAt(0).toUpperCase()}${name.slice(1)} invalid.`,
  path: `/query/${name}`,
});

/** Blank text says nothing, alone or among others. */
function saidBy(given: Query[string]): string | readonly string[] | undefined {
  const said = [given ?? []].flat().filter((one) => one.trim() !== '');
  if (said.length === 0) return undefined;
  return typeof given === 'string' ? given : said;
}

/** What a list may be asked for, declared once: requests are read by it, and the description of the API shows it. */
export class DeclaredQuery<Terms extends QueryTerms = QueryTerms> {
  /** @param unfit names of values that are fine by themselves, and not with the others */
  constructor(
    private readonly terms: Terms,
    private readonly unfit: (values: QueryValues<Terms>) => readonly string[] = () => [],
  ) {}

  /** What may stand in it, by name. */
  get schemas(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries(Object.entries(this.terms).map(([name, { schema }]) => [name, schema]));
  }

  /**
   * Names that are not declared are left out, and an empty value says nothing.
   *
   * @throws DomainError ValidationError with every fault, at /query/...
   */
  read(query: Query): QueryValues<Terms> {
    const faults: Fault[] = [];
    const values: Record<string, unknown> = {};
    for (const [name, term] of Object.entries(this.terms)) {
      const given = saidBy(query[name]);
      const value = given === undefined ? (term as Partial<DefaultedTerm<unknown>>).otherwise : term.read(given);
      if (value !== undefined) values[name] = value;
      else if (given !== undefined) faults.push(faultAt(name, term.code));
    }
    const read = values as QueryValues<Terms>;
    if (faults.length === 0) faults.push(...this.unfit(read).map((name) => faultAt(name)));
    if (faults.length > 0) throw validationError(...faults);
    return read;
  }
}

const QUERY = Symbol('query');

/** The query of a list, read as it is declared. */
export const ReadQuery =
  <Terms extends QueryTerms>(declared: DeclaredQuery<Terms>): ParameterDecorator =>
  (target, key, index) => {
    if (key === undefined) throw new Error('a query belongs to a method');
    Reflect.defineMetadata(QUERY, declared, target, key);
    QueryParams({ transform: (query: Query) => declared.read(query) })(target, key, index);
  };

/** What a controller's method may be asked for in a query; undefined where that is nothing. */
export function declaredQueryOf(controller: { readonly prototype: object }, method: string): DeclaredQuery | undefined {
  const declared: unknown = Reflect.getMetadata(QUERY, controller.prototype, method);
  return declared instanceof DeclaredQuery ? declared : undefined;
}
