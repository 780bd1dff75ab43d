/**
 * A prefix of every stream name in a store, such as `halyard_` in `halyard_payment-1`, so that several users can share
 * the store. EventStoreDB takes it for a part of the category. Code that uses the port neither gives nor sees it.
 */
export class Namespace {
  /** The form of a namespace: letters, digits and underscores. */
  static readonly pattern = /^\w{1,60}$/;
  private readonly prefix: string;

  constructor(readonly name: string) {
    if (!Namespace.pattern.test(name)) throw new RangeError('A namespace is letters, digits and underscores');
    this.prefix = `${name}_`;
  }

  stored(stream: string): string {
    return this.prefix + stream;
  }

  own(stored: string): string {
    return stored.slice(this.prefix.length);
  }
}

export const DEFAULT_NAMESPACE = 'halyard';
