import { Query as QueryParams } from '@nestjs/common';
import type { FieldContent } from '@halyard/contracts';
import type { FieldRules } from '@halyard/contracts/redaction';
import { type Fault, type FaultCode, validationError } from '@halyard/core';
import { allowedBy } from '../validation/allowed.js';
import type { JsonSchema } from '../validation/declared.js';
import { escapePointer } from '../pointers.js';
import { ruleOfValue } from '../validation/content.js';
import { usualFault } from '../validation/faults.js';

/** A query, as both HTTP adapters give it. If a name is repeated, its values are an array. */
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The rule for a name in a query: how its value is read, and the schema of the value. */
export interface QueryTerm<Value> {
  /** @returns undefined if the value is not accepted */
  readonly read: (given: string | readonly string[]) => Value | undefined;
  readonly schema: JsonSchema;
  /** The content of a value, such as a name, if the schema does not tell it. */
  readonly content?: FieldContent;
  readonly isRequired?: true;
  /** Whether an empty value counts as given. */
  readonly takesBlank?: true;
  /** The fault's code for a value that is not accepted. Default: InvalidFormat. */
  readonly code?: FaultCode | ((given: string | readonly string[]) => FaultCode);
}

export interface DefaultedTerm<Value> extends QueryTerm<Value> {
  readonly otherwise: Value;
}

type QueryTerms = Readonly<Record<string, QueryTerm<unknown>>>;

export type QueryValues<Terms extends QueryTerms> = {
  readonly [Name in keyof Terms as Terms[Name] extends DefaultedTerm<unknown> ? Name : never]: ReadBy<Terms[Name]>;
} & {
  readonly [Name in keyof Terms as Terms[Name] extends DefaultedTerm<unknown> ? never : Name]?: ReadBy<Terms[Name]>;
};

export type ValuesOf<Declared> = Declared extends DeclaredQuery<infer Terms> ? QueryValues<Terms> : never;

type ReadBy<Term> = Term extends QueryTerm<infer Value> ? Value : never;

const faultAt = (name: string, code: FaultCode = 'InvalidFormat', more?: string): Fault =>
  usualFault(code, `/query/${name}`, more);

const codeOf = ({ code }: QueryTerm<unknown>, given: string | readonly string[]): FaultCode | undefined =>
  typeof code === 'function' ? code(given) : code;

/** Drops blank values. @returns undefined if no value is left */
function saidBy(given: Query[string]): string | readonly string[] | undefined {
  const said = [given ?? []].flat().filter((one) => one.trim() !== '');
  if (said.length === 0) return undefined;
  return typeof given === 'string' ? given : said;
}

/** The parameters of a query, declared once. Requests are read by the declaration, and the API description shows it. */
export class DeclaredQuery<Terms extends QueryTerms = QueryTerms> {
  /**
   * @param unfit gives the names of values that are valid alone, but do not fit the others
   * @param others whether undeclared names are ignored, or refused with `NotAllowed`
   */
  constructor(
    private readonly terms: Terms,
    private readonly unfit: (values: QueryValues<Terms>) => readonly string[] = () => [],
    private readonly others: 'ignored' | 'refused' = 'ignored',
  ) {}

  get schemas(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries(Object.entries(this.terms).map(([name, { schema }]) => [name, schema]));
  }

  get required(): readonly string[] {
    return Object.entries(this.terms).flatMap(([name, { isRequired }]) => (isRequired ? [name] : []));
  }

  /** How the request log shows the values (ADR 94). @throws Error if it is not declared what a parameter contains */
  get rules(): FieldRules {
    return Object.fromEntries(
      Object.entries(this.terms).map(([name, { schema, content }]) => [name, ruleOfValue([schema], content, name)]),
    );
  }

  /**
   * Reads a query. Empty values are ignored, unless their term takes them. @throws DomainError ValidationError at
   * /query/...
   */
  read(query: Query): QueryValues<Terms> {
    const others =
      this.others === 'refused' ? Object.keys(query).filter((name) => !Object.hasOwn(this.terms, name)) : [];
    const faults = others.map((name) => faultAt(escapePointer(name), 'NotAllowed'));
    const values: Record<string, unknown> = {};
    for (const [name, term] of Object.entries(this.terms)) {
      const given = term.takesBlank ? query[name] : saidBy(query[name]);
      const value = given === undefined ? (term as Partial<DefaultedTerm<unknown>>).otherwise : term.read(given);
      if (value !== undefined) values[name] = value;
      else if (given !== undefined) faults.push(faultAt(name, codeOf(term, given), allowedBy(term.schema)));
      else if (term.isRequired) faults.push(faultAt(name, 'Required'));
    }
    const read = values as QueryValues<Terms>;
    if (faults.length === 0) faults.push(...this.unfit(read).map((name) => faultAt(name)));
    if (faults.length > 0) throw validationError(...faults);
    return read;
  }
}

const QUERY = Symbol('query');

/** Parameter decorator: gives the request's query, read by its declaration. */
export const ReadQuery =
  <Terms extends QueryTerms>(declared: DeclaredQuery<Terms>): ParameterDecorator =>
  (target, key, index) => {
    if (key === undefined) throw new Error('a query belongs to a method');
    Reflect.defineMetadata(QUERY, declared, target, key);
    QueryParams({ transform: (query: Query) => declared.read(query) })(target, key, index);
  };

/** The declared query of a controller's method; undefined if it has none. */
export function declaredQueryOf(controller: { readonly prototype: object }, method: string): DeclaredQuery | undefined {
  const declared: unknown = Reflect.getMetadata(QUERY, controller.prototype, method);
  return declared instanceof DeclaredQuery ? declared : undefined;
}
