import { DomainError } from '@halyard/core';
import type { EntityManager } from 'typeorm';
import { BeneficialOwner } from './beneficial-owner.entity.js';

/** @throws DomainError NotFound */
export async function findOwner(
  db: EntityManager,
  where: { readonly id: string; readonly accountId: string },
): Promise<BeneficialOwner> {
  const owner = await db.findOneBy(BeneficialOwner, where);
  if (!owner) throw new DomainError('NotFound');
  return owner;
}
