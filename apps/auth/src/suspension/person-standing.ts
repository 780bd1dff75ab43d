import { ref, type ResourceAnswer } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import type { EntityManager } from 'typeorm';
import { Person } from '../person/person.entity.js';
import { Passkey } from '../second-factor/passkey.entity.js';
import { SecondFactor } from '../second-factor/second-factor.entity.js';

/** @throws DomainError NotFound */
export async function personOf(manager: EntityManager, id: string): Promise<Person> {
  const person = await manager.findOneBy(Person, { id });
  if (!person) throw new DomainError('NotFound');
  return person;
}

/** A person as operators see it. */
export async function standingOf(
  manager: EntityManager,
  { id: personId, suspendedAt, reason }: Person,
): Promise<ResourceAnswer<'person-standing'>> {
  const hasSecondFactor =
    (await manager.existsBy(SecondFactor, { personId })) || (await manager.existsBy(Passkey, { personId }));
  return {
    type: 'resource',
    kind: 'person-standing',
    id: personId,
    attributes: { status: suspendedAt ? 'suspended' : 'active', ...(reason !== null && { reason }), hasSecondFactor },
    links: {
      ...(suspendedAt ? { reinstate: ref('reinstatePerson', personId) } : { suspend: ref('suspendPerson', personId) }),
      ...(hasSecondFactor && { 'reset-factors': ref('resetFactors', personId) }),
    },
  };
}
