/** How matches of a filter are found: by an index of the filter, or by walking along the list in its order. */
export type Way = 'index' | 'walk';

/** Makes a value a parameter of the statement. @returns its SQL */
export type Parameter = (value: unknown) => string;

/**
 * The condition of a filter. A text is the part before the value, such as `amount >=` or `status = ANY`; a function
 * makes the whole condition.
 */
export type FilterCondition<Value> = string | ((value: Value, parameter: Parameter, way: Way) => string);

export type FilterConditions<Filters> = {
  readonly [Name in keyof Filters]-?: FilterCondition<NonNullable<Filters[Name]>>;
};

/** The conditions of a statement, with its parameters. Values are never part of the SQL. */
export class Conditions {
  private readonly texts: string[] = [];
  private readonly given: unknown[] = [];

  constructor(private readonly way: Way = 'index') {}

  /** The SQL after WHERE. */
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

  /** Adds a condition with its value, or nothing if the value is undefined. */
  add<Value>(condition: FilterCondition<Value>, value: Value | undefined): this {
    if (value === undefined) return this;
    this.texts.push(
      typeof condition === 'string'
        ? `${condition} (${this.parameter(value)})`
        : condition(value, this.parameter, this.way),
    );
    return this;
  }

  /** Adds the conditions of the filters that are given. */
  addAll<Filters>(conditions: FilterConditions<Filters>, filters: Filters): this {
    for (const name in conditions) this.add(conditions[name], filters[name] ?? undefined);
    return this;
  }
}

export function isFiltered<Filters>(conditions: FilterConditions<Filters>, filters: Filters): boolean {
  for (const name in conditions) if (filters[name] !== undefined) return true;
  return false;
}
