import { NumberedList } from '@halyard/lists';
import { FundingSource } from '../funding-source.entity.js';

/** Each condition is a list of wanted values, so that one index finds any combination. */
export interface SourceConditions {
  readonly id?: readonly string[];
  readonly types?: readonly FundingSource['type'][];
  readonly statuses?: readonly FundingSource['status'][];
  readonly removed?: readonly boolean[];
  readonly customerId?: string;
}

/** Numbered from 1. */
export const sourceList = new NumberedList<FundingSource, SourceConditions>({
  rows: 'listed_sources',
  owner: 'account_id',
  number: 'number',
  filters: {
    id: 'source_id = ANY',
    types: 'type = ANY',
    statuses: 'status = ANY',
    removed: 'removed = ANY',
    customerId: (id, parameter) =>
      `source_id IN (SELECT id FROM funding_sources WHERE owner_id = ${parameter(id)} AND owner_kind = 'customer')`,
  },
  read: (manager, accountId, numbers) =>
    manager
      .createQueryBuilder(FundingSource, 'source')
      .innerJoin('listed_sources', 'listed', 'listed.source_id = source.id')
      .where('listed.account_id = :accountId AND listed.number = ANY (:numbers)', { accountId, numbers })
      .orderBy('listed.number', 'DESC')
      .getMany(),
  isReadToItsEnd: true,
});
