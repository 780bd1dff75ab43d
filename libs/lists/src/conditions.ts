/** The two ways to the matches of a filter: by an index that finds them, or along the list in its order. */
export type Way = 'index' | 'walk';

/** Makes a value a parameter of the statement. @returns the parameter as SQL writes it */
export type Parameter = (value: unknown) => string;

/**
 * The condition of a filter. As a text it is what comes before the value, such as `amount >=` or `status = ANY`; as a
 * function it is the whole condition.
 */
export type FilterCondition<Value> = string | ((value: Value, parameter: Parameter, way: Way) => string);

/** The condition of each filter. */
export type FilterConditions<Filters> = {
  readonly [Name in keyof Filters]-?: FilterCondition<NonNullable<Filters[Name]>>;
};

/** What rows have to match, with the parameters of the statement. Values are never part of the text. */
export class Conditions {
  private readonly texts: string[] = [];
  private readonly given: unknown[] = [];

  constructor(private readonly way: Way = 'index') {}

  /** As in WHERE. */
  get where(): string {
    return this.texts.join(' AND ');
  }

  get values(): unknown[] {
    return [...this.given];
  }

  readonly parameter: Parameter = (value) => `$${this.given.push(value)}`;

  /** Adds a condition without a value. */
  require(condition: string): this {
    this.texts.push(condition);
    return this;
  }

  /** Adds a condition; none where the value is undefined. */
  add<Value>(condition: FilterCondition<Value>, value: Value | undefined): this {
    if (value === undefined) return this;
    this.texts.push(
      typeof condition === 'string'
        ? `${condition} (${this.parameter(value)})`
        : condition(value, this.parameter, this.way),
    );
    return this;
  }

  /** Adds the conditions of the filters that are asked for. */
  addAll<Filters>(conditions: FilterConditions<Filters>, filters: Filters): this {
    for (const name in conditions) this.add(conditions[name], filters[name] ?? undefined);
    return this;
  }
}

/** Whether one of the filters is asked for. */
export function isFiltered<Filters>(conditions: FilterConditions<Filters>, filters: Filters): boolean {
  for (const name in conditions) if (filters[name] !== undefined) return true;
  return false;
}
