import { atWordStart } from '@halyard/lists';
import type { EntityManager, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { BeneficialOwner } from '../beneficial-owner/beneficial-owner.entity.js';
import { Customer } from '../customer/customer.entity.js';

/**
 * How many rows are looked at for one name. Some do not match, because two words of the search may begin the same word.
 */
const LOOKED_AT_MAX = 200;

/** The newest rows in whose text words begin with these. */
function newestWith<Row extends ObjectLiteral>(
  query: SelectQueryBuilder<Row>,
  text: string,
  words: readonly string[],
): Promise<Row[]> {
  for (const [index, word] of words.entries()) {
    query.andWhere(`${text} LIKE :word${index}`, { [`word${index}`]: atWordStart(word) });
  }
  return query.orderBy(`${query.alias}.created`, 'DESC').limit(LOOKED_AT_MAX).getMany();
}

export const controlledBy = (
  manager: EntityManager,
  accountId: string,
  words: readonly string[],
): Promise<Customer[]> =>
  newestWith(
    manager
      .createQueryBuilder(Customer, 'customer')
      .where('customer.account_id = :accountId AND customer.erasure_id IS NULL', { accountId }),
    'customer.controller_text',
    words,
  );

export const ownersNamed = (
  manager: EntityManager,
  accountId: string,
  words: readonly string[],
): Promise<BeneficialOwner[]> =>
  newestWith(
    manager
      .createQueryBuilder(BeneficialOwner, 'owner')
      .innerJoin(Customer, 'company', 'company.id = owner.customer_id AND company.erasure_id IS NULL')
      .where('owner.account_id = :accountId', { accountId }),
    'owner.search_text',
    words,
  );
