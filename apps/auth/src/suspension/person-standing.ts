import { type ApplicationPrincipal, ref, type ResourceAnswer } from '@halyard/contracts';
import type { PersonRole } from '@halyard/contracts/people';
import { DomainError } from '@halyard/core';
import { type EntityManager, In } from 'typeorm';
import { rolesInOperatingAccount } from '../person/operators.query.js';
import type { PersonalData } from '../person/people.js';
import { holdPerson } from '../person/held-person.js';
import { Person } from '../person/person.entity.js';
import { Passkey } from '../second-factor/passkey.entity.js';
import { SecondFactor } from '../second-factor/second-factor.entity.js';
import { standing } from './standing.js';

/** @throws DomainError NotFound */
export async function personOf(manager: EntityManager, id: string): Promise<Person> {
  const person = await manager.findOneBy(Person, { id });
  if (!person) throw new DomainError('NotFound');
  return person;
}

/** Locks a person until the transaction ends. @throws DomainError NotFound */
export async function heldPersonOf(tx: EntityManager, id: string): Promise<Person> {
  const person = await holdPerson(tx, id);
  if (!person) throw new DomainError('NotFound');
  return person;
}

export async function withSecondFactor(
  manager: EntityManager,
  people: readonly Pick<Person, 'id'>[],
): Promise<ReadonlySet<string>> {
  const found = { select: { personId: true }, where: { personId: In(people.map(({ id }) => id)) } } as const;
  const factors = [...(await manager.find(SecondFactor, found)), ...(await manager.find(Passkey, found))];
  return new Set(factors.map(({ personId }) => personId));
}

interface PersonDetails {
  readonly hasSecondFactor: boolean;
  /** The person's role in the installation's own account; absent if it does not belong to it. */
  readonly role?: PersonRole | undefined;
  /** Absent if the data is not to be shown, or the person is erased. */
  readonly data?: PersonalData | undefined;
}

/** Only an operator that is a person may change people of the installation's own account. */
export const personStandingAnswer = (
  person: Person,
  { userId }: ApplicationPrincipal,
  { hasSecondFactor, role, data }: PersonDetails,
): ResourceAnswer<'person-standing'> => ({
  type: 'resource',
  kind: 'person-standing',
  id: person.id,
  attributes: { ...standing(person), hasSecondFactor, ...(role && { role }), ...data },
  links: {
    ...(role &&
      userId !== undefined && { edit: ref('person-standing', person.id), remove: ref('person-standing', person.id) }),
    ...(person.suspendedAt
      ? { reinstate: ref('reinstatePerson', person.id) }
      : { suspend: ref('suspendPerson', person.id) }),
    ...(hasSecondFactor && { 'reset-factors': ref('resetFactors', person.id) }),
  },
});

/** The standing of a person, without name and address. */
export async function standingOf(
  manager: EntityManager,
  person: Person,
  reader: ApplicationPrincipal,
): Promise<ResourceAnswer<'person-standing'>> {
  const [factors, roles] = [
    await withSecondFactor(manager, [person]),
    await rolesInOperatingAccount(manager, [person.id]),
  ];
  return personStandingAnswer(person, reader, {
    hasSecondFactor: factors.has(person.id),
    role: roles.get(person.id)?.role,
  });
}
