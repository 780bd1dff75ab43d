import { HITS_MAX } from '@halyard/contracts/search';
import { atWordStart } from '@halyard/lists';
import type { Sealer } from '@halyard/persistence';
import type { EntityManager } from 'typeorm';
import { lastFourHash } from '../funding-source/bank-numbers.js';
import { FundingSource } from '../funding-source/funding-source.entity.js';

/**
 * How many rows are looked at for one name. Some do not match, because two words of the search may begin the same word.
 */
const LOOKED_AT_MAX = 200;

/** Newest first. */
export const bankByLastFour = (
  manager: EntityManager,
  accountId: string,
  sealer: Pick<Sealer, 'fingerprint'>,
  lastFour: string,
): Promise<FundingSource[]> =>
  manager
    .createQueryBuilder(FundingSource, 'source')
    .where('source.last_four = :hash', { hash: lastFourHash(sealer, accountId, lastFour) })
    .orderBy('source.position', 'DESC')
    .limit(HITS_MAX + 1)
    .getMany();

/** The newest banks in whose names words begin with these. */
export const banksNamed = (
  manager: EntityManager,
  accountId: string,
  words: readonly string[],
): Promise<FundingSource[]> => {
  const query = manager
    .createQueryBuilder(FundingSource, 'source')
    .where('source.account_id = :accountId', { accountId });
  for (const [index, word] of words.entries()) {
    query.andWhere(`source.search_text LIKE :word${index}`, { [`word${index}`]: atWordStart(word) });
  }
  return query.orderBy('source.position', 'DESC').limit(LOOKED_AT_MAX).getMany();
};
