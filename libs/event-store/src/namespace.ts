/**
 * What stands before the name of every stream in a store, so that several users can share it: `halyard_payment-1`. An
 * EventStoreDB counts it to the category. Whoever uses the port neither gives it nor sees it.
 */
export class Namespace {
  /** Letters, digits and underscores. */
  static readonly pattern = /^\w{1,60}$/;
  private readonly prefix: string;

  constructor(readonly name: string) {
    if (!Namespace.pattern.test(name)) throw new RangeError('A namespace is letters, digits and underscores');
    this.prefix = `${name}_`;
  }

  /** The name in the store. */
  stored(stream: string): string {
    return this.prefix + stream;
  }

  /** The name of a stored stream of this namespace. */
  own(stored: string): string {
    return stored.slice(this.prefix.length);
  }
}

export const DEFAULT_NAMESPACE = 'halyard';
