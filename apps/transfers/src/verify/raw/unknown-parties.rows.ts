import { balanceIdOf } from '@halyard/contracts/funding-sources';
import type { StoredEvent } from '@halyard/event-store';
import { fundingSource, party } from '@halyard/facts';
import type { PipelineStep } from '@halyard/persistence';
import type { EntityManager } from 'typeorm';
import type { PaymentSide, PaymentTerms } from '../../payment/payment.model.js';
import { platformBalanceIdOf } from '../../payment/micro-deposit-legs.js';

const ROWS_AT_ONCE = 1_000;
const NAMED_MAX = 10;

export interface NamedParty {
  readonly kind: 'account' | 'customer' | 'funding-source';
  readonly id: string;
}

/** The parties that streams name and the database does not know. */
export interface UnknownParties {
  readonly count: number;
  /** The first ones. */
  readonly first: readonly NamedParty[];
}

export const CREATE_UNKNOWN = `
  CREATE TABLE verify_unknown (kind text NOT NULL, id uuid NOT NULL, PRIMARY KEY (kind, id))`;

/** Steps that keep the parties of new payments that the database does not know. */
export async function unknownSteps(
  database: EntityManager,
  events: readonly StoredEvent[],
): Promise<readonly PipelineStep[]> {
  const named = new Map(events.flatMap(partiesIn).map((one) => [`${one.kind} ${one.id}`, one]));
  const unknown = named.size === 0 ? [] : await stillUnknown(database, [...named.values()]);
  return unknown.length === 0 ? [] : [{ statement: KEEP, values: [JSON.stringify(unknown)] }];
}

/** The kept parties that the database does not know even now. */
export async function unknownParties(database: EntityManager, scratch: EntityManager): Promise<UnknownParties> {
  let count = 0;
  const first: NamedParty[] = [];
  for (let after: NamedParty | undefined, isOver = false; !isOver;) {
    const rows: NamedParty[] = await scratch.query(
      `SELECT kind, id FROM verify_unknown ${after ? 'WHERE (kind, id) > ($1, $2)' : ''}
       ORDER BY kind, id LIMIT ${ROWS_AT_ONCE}`,
      after ? [after.kind, after.id] : [],
    );
    const unknown = await stillUnknown(database, rows);
    count += unknown.length;
    first.push(...unknown.slice(0, NAMED_MAX - first.length));
    after = rows.at(-1);
    isOver = rows.length < ROWS_AT_ONCE;
  }
  return { count, first };
}

function partiesIn({ type, data }: StoredEvent): NamedParty[] {
  if (type !== 'PaymentInitiated') return [];
  const { accountId, legs } = data as PaymentTerms;
  const sides = legs.flatMap(({ source, destination }) => [source, destination]);
  // Their ids follow from their owner's, so that payments name them without having been told of them.
  const implied = (side: PaymentSide): boolean =>
    [platformBalanceIdOf(accountId), balanceIdOf(side.ownerId)].includes(side.fundingSourceId);
  return [
    { kind: 'account', id: accountId },
    ...sides.map(({ ownerKind, ownerId }): NamedParty => ({ kind: ownerKind, id: ownerId })),
    ...sides
      .filter((side) => !implied(side))
      .map(({ fundingSourceId }): NamedParty => ({ kind: 'funding-source', id: fundingSourceId })),
  ];
}

function stillUnknown(database: EntityManager, named: readonly NamedParty[]): Promise<NamedParty[]> {
  const asked = named.map((one) => ({ ...one, fact: one.kind === 'funding-source' ? fundingSource.name : party.name }));
  return database.query<NamedParty[]>(
    `SELECT named.kind, named.id FROM jsonb_to_recordset($1::jsonb) AS named (kind text, id uuid, fact text)
     WHERE NOT EXISTS (SELECT FROM facts WHERE facts.kind = named.fact AND facts.id = named.id)
     ORDER BY named.kind, named.id`,
    [JSON.stringify(asked)],
  );
}

const KEEP = {
  name: 'verify-keep-unknown',
  text: `INSERT INTO verify_unknown SELECT * FROM jsonb_to_recordset($1::jsonb) AS named (kind text, id uuid)
         ON CONFLICT DO NOTHING`,
};
