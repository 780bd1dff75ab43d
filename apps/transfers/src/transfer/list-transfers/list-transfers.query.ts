import type { CollectionDocument, ResourceRef } from '@halyard/contracts';
import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import { transferDocument } from '../transfer.document.js';
import { Transfer } from '../transfer.entity.js';
import { isSearchable, type TransferFilters } from './read-filters.js';

/** Matches of a filter are counted up to here. */
const COUNT_MAX = 10_000;

type Total = Pick<CollectionDocument, 'total' | 'totalIsAtLeast'>;

/** The transfers that a party takes part in, newest first. A party's transfers are numbered from 1 without a hole. */
export async function listTransfers(
  database: EntityManager,
  self: ResourceRef,
  partyId: string,
  filters: TransferFilters,
): Promise<CollectionDocument> {
  const count = await countOf(database, partyId);
  const anchor = filters.anchor !== undefined && filters.anchor < count ? filters.anchor : count;
  const found = isFiltered(filters)
    ? await filteredPage(database, partyId, anchor, filters)
    : await plainPage(database, partyId, anchor, filters);
  return {
    document: 'collection',
    self,
    of: 'transfer',
    items: found.transfers.map(transferDocument),
    ...found.total,
    page: { limit: filters.limit, offset: filters.offset, anchor: anchor.toString() },
  };
}

interface Found {
  readonly transfers: readonly Transfer[];
  readonly total: Total;
}

async function countOf(database: EntityManager, partyId: string): Promise<bigint> {
  const sql = 'SELECT number FROM party_transfers WHERE party_id = $1 ORDER BY number DESC LIMIT 1';
  const [last] = await database.query<{ number: string }[]>(sql, [partyId]);
  return BigInt(last?.number ?? 0);
}

const isFiltered = ({ limit: _, offset: _offset, anchor: _anchor, ...conditions }: TransferFilters): boolean =>
  Object.values(conditions).some((condition) => condition !== undefined);

const listed = (database: EntityManager, partyId: string, through: bigint): SelectQueryBuilder<Transfer> =>
  database
    .createQueryBuilder(Transfer, 'transfer')
    .innerJoin('party_transfers', 'listed', 'listed.transfer_id = transfer.id')
    .where('listed.party_id = :partyId AND listed.number <= :through', { partyId, through: through.toString() })
    .orderBy('listed.number', 'DESC');

/** Without a filter the numbers say where a page begins: the last page costs what the first does. */
async function plainPage(
  database: EntityManager,
  partyId: string,
  anchor: bigint,
  { limit, offset }: TransferFilters,
): Promise<Found> {
  const transfers = await listed(database, partyId, anchor - BigInt(offset))
    .limit(limit)
    .getMany();
  return { transfers, total: { total: Number(anchor) } };
}

async function filteredPage(
  database: EntityManager,
  partyId: string,
  anchor: bigint,
  filters: TransferFilters,
): Promise<Found> {
  if (!isSearchable(filters.search)) return { transfers: [], total: { total: 0 } };
  const matches = () => filtered(listed(database, partyId, anchor), filters);
  const transfers = await matches().offset(filters.offset).limit(filters.limit).getMany();
  return { transfers, total: await totalOf(database, matches()) };
}

function filtered(query: SelectQueryBuilder<Transfer>, filters: TransferFilters): SelectQueryBuilder<Transfer> {
  const { startAmountMinor, endAmountMinor, createdFrom, createdBefore, status, correlationId, search } = filters;
  if (startAmountMinor !== undefined) query.andWhere('transfer.amountMinor >= :min', { min: `${startAmountMinor}` });
  if (endAmountMinor !== undefined) query.andWhere('transfer.amountMinor <= :max', { max: `${endAmountMinor}` });
  if (createdFrom) query.andWhere('transfer.created >= :createdFrom', { createdFrom });
  if (createdBefore) query.andWhere('transfer.created < :createdBefore', { createdBefore });
  if (status) query.andWhere('transfer.status = :status', { status });
  if (correlationId !== undefined) query.andWhere('transfer.correlationId = :correlationId', { correlationId });
  if (search) query.andWhere(':search IN (transfer.sourceOwnerId, transfer.destinationOwnerId)', { search });
  return query;
}

async function totalOf(database: EntityManager, matches: SelectQueryBuilder<Transfer>): Promise<Total> {
  const [sql, parameters] = matches
    .select('1')
    .orderBy()
    .limit(COUNT_MAX + 1)
    .getQueryAndParameters();
  const [row] = await database.query<[{ count: number }]>(
    `SELECT count(*)::int AS count FROM (${sql}) AS matches`,
    parameters,
  );
  return row.count > COUNT_MAX ? { total: COUNT_MAX, totalIsAtLeast: true } : { total: row.count };
}
