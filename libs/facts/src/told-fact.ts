import { DomainError } from '@halyard/core';
import type { FactKind, AnyFact } from './fact-kind.js';

/**
 * Reads a fact that its owner tells about the resource in the path.
 *
 * @throws DomainError BadRequest for a malformed fact, or one about another resource
 */
export function toldFact<Fact extends AnyFact>({ schema, idOf }: FactKind<Fact>, id: string, body: unknown): Fact {
  const { data: fact } = schema.safeParse(body);
  if (fact === undefined || idOf(fact) !== id) throw new DomainError('BadRequest');
  return fact;
}
