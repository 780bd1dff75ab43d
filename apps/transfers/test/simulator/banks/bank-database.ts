import type { BankBehavior } from '../../../src/bank-behavior/bank-behavior.js';
import { Unavailable } from '@halyard/core';
import { type DataSource, type EntityManager, FindOperator, IsNull, Not } from 'typeorm';
import type { Transfer } from '../../../src/transfer/transfer.entity.js';
import { type ConnectedTo, transferOf } from '../database.js';
import type { BankTables, BehaviorRow, DrawRow } from './bank-tables.js';
import { fileStatements } from './file-tables.js';
import type { Locks } from './locks.js';

/** The connection to the database was lost: nobody knows whether the transaction was committed. */
class ConnectionLost extends Unavailable {
  override readonly name = 'ConnectionLost';
}

export interface ConnectedToBanks extends ConnectedTo {
  readonly tables: BankTables;
  readonly locks: Locks;
}

type Parameters = readonly unknown[];
type Statement = (to: ConnectedToBanks, tx: Transaction | undefined, parameters: Parameters) => unknown;

/** Writes take effect together, at the commit; locks are held until then. */
export class Transaction {
  readonly writes: (() => void)[] = [];

  constructor(private readonly database: BankDatabase) {}

  query(sql: string, parameters: Parameters = []): Promise<unknown> {
    return this.database.run(sql, parameters, this);
  }
}

export const writesOf = (tx: EntityManager): (() => void)[] => (tx as unknown as Transaction).writes;

const firstBehavior: BehaviorRow = { sealed: null, version: 0, counts: [], entries: '0' };
const texts = (list: unknown): readonly string[] => list as readonly string[];

function addDraws({ tables }: ConnectedToBanks, tx: Transaction | undefined, parameters: Parameters): unknown {
  const [, legIds, names, rules, conducts, corrected, owners] = parameters as [
    string,
    ...(readonly (string | null)[])[],
  ];
  const version = tables.behavior?.version ?? 0;
  const drawn = texts(legIds).map((legId, index): DrawRow => {
    const [conduct, sealed] = [conducts?.[index], corrected?.[index]];
    return {
      legId,
      name: names?.[index] ?? '',
      rule: rules?.[index] ?? null,
      conduct: conduct ? (JSON.parse(conduct) as DrawRow['conduct']) : null,
      corrected: sealed ? { sealed: sealed as unknown as Buffer, ownerId: owners?.[index] ?? '' } : null,
      version,
      isLeftOut: false,
    };
  });
  tx?.writes.push(() => {
    const twice = drawn.find(({ legId }) => tables.draws.has(legId));
    if (twice) throw new Error(`entry_draws has ${twice.legId} already`);
    for (const draw of drawn) tables.draws.set(draw.legId, draw);
    if (drawn.length > 0) tables.frozen.push(drawn);
  });
  return [];
}

const behaviorOf = ({ tables }: ConnectedToBanks) => (tables.behavior ? [tables.behavior] : []);

/** The effects of the statements in Postgres, by the beginnings of the statements. */
const statements: readonly (readonly [start: string, run: Statement])[] = [
  [
    'SELECT leg_id, name, rule, conduct, is_left_out FROM entry_draws',
    ({ tables }, _, [ids]) =>
      texts(ids).flatMap((id) => {
        const draw = tables.draws.get(id);
        return draw ? [{ leg_id: id, ...draw, is_left_out: draw.isLeftOut }] : [];
      }),
  ],
  ['INSERT INTO entry_draws', addDraws],
  [
    'UPDATE entry_draws SET is_left_out = true',
    ({ tables }, tx, [ids]) =>
      tx?.writes.push(() => {
        for (const id of texts(ids)) Object.assign(tables.draws.get(id) ?? {}, { isLeftOut: true });
      }),
  ],
  [
    'SELECT corrected AS sealed',
    ({ tables }, _, [id]) => [tables.draws.get(String(id))?.corrected].filter((found) => found),
  ],
  [
    'INSERT INTO bank_behaviors',
    async ({ tables, locks, life }, tx, [accountId]) => {
      if (tx) await locks.take(`behavior ${String(accountId)}`, tx, life);
      tables.behavior ??= firstBehavior;
    },
  ],
  ['SELECT sealed, version, counts, entries FROM bank_behaviors', behaviorOf],
  [
    'UPDATE bank_behaviors SET sealed',
    ({ tables }, tx, [, sealed]) =>
      tx?.writes.push(() => {
        const { version, entries } = tables.behavior ?? firstBehavior;
        tables.behavior = { sealed: sealed as Buffer | null, version: version + 1, counts: [], entries };
        tables.behaviors.set(version + 1, JSON.parse(String(sealed)) as BankBehavior);
      }),
  ],
  [
    'UPDATE bank_behaviors SET counts',
    ({ tables }, tx, [, counts, entries]) =>
      tx?.writes.push(() => {
        const { sealed, version } = tables.behavior ?? firstBehavior;
        const read = JSON.parse(String(counts)) as BehaviorRow['counts'];
        tables.behavior = { sealed, version, counts: read, entries: String(entries) };
      }),
  ],
  [
    'SELECT steps, at FROM simulations',
    ({ tables }, _, [id]) => {
      const found = tables.simulations.get(String(id));
      return found ? [{ steps: JSON.parse(found.steps) as unknown, at: new Date(found.at) }] : [];
    },
  ],
  [
    'INSERT INTO simulations',
    async ({ tables, locks, life }, tx, [id, , at, steps]) => {
      const key = String(id);
      if (tx) await locks.take(`simulation ${key}`, tx, life);
      if (tables.simulations.has(key)) return [];
      tx?.writes.push(() => tables.simulations.set(key, { steps: String(steps), at: String(at) }));
      return [{ operation_id: key }];
    },
  ],
  [
    'SELECT id, position, correlation_id FROM transfers',
    ({ tables }, _, [ids]) =>
      texts(ids)
        .map((id) => tables.row('transfers', id))
        .filter((row) => row),
  ],
  ...fileStatements,
];

/** A process's connection to the tables of the banks. It interprets the statements of the service, but no others. */
export class BankDatabase {
  readonly manager = {
    find: (_: unknown, asked: LegQuery) => this.find(asked),
    findBy: (_: unknown, where: Where) => this.find({ where }),
    createQueryBuilder: () => new WaitingLegs(this),
  };

  constructor(readonly to: ConnectedToBanks) {}

  asDataSource(): DataSource {
    return this as unknown as DataSource;
  }

  writesOf = writesOf;

  query(sql: string, parameters: Parameters = []): Promise<unknown> {
    return this.run(sql, parameters, undefined);
  }

  async run(sql: string, parameters: Parameters, tx: Transaction | undefined): Promise<unknown> {
    await this.to.schedule.turn(this.to.life);
    const text = sql.replace(/\s+/g, ' ').trim();
    const [, run] = statements.find(([start]) => text.startsWith(start)) ?? [];
    if (!run) throw new Error(`nobody knows how to run ${text}`);
    return run(this.to, tx, parameters);
  }

  async transaction<Result>(work: (tx: EntityManager) => Promise<Result>): Promise<Result> {
    const { schedule, life, random, faults, locks } = this.to;
    const tx = new Transaction(this);
    try {
      const result = await work(tx as unknown as EntityManager);
      await schedule.turn(life);
      const fate = random.int(100);
      if (fate < faults.pagesRefused) throw new ConnectionLost('before the commit');
      for (const write of tx.writes) write();
      locks.release(tx);
      await schedule.turn(life);
      if (fate < faults.pagesRefused + faults.pagesLost) throw new ConnectionLost('behind the commit');
      return result;
    } finally {
      locks.release(tx);
    }
  }

  async find({ where, order, skip = 0, take }: LegQuery): Promise<Transfer[]> {
    await this.to.schedule.turn(this.to.life);
    const all = this.to.tables.rows('transfers').map(transferOf);
    const found = all.filter((transfer) => fits(transfer, where)).sort(byPlace);
    if (order) found.reverse();
    return found.slice(skip, take === undefined ? undefined : skip + take);
  }
}

type Where = Readonly<Record<string, unknown>>;

interface LegQuery {
  readonly where: Where;
  /** The newest first. */
  readonly order?: object;
  readonly skip?: number;
  readonly take?: number;
}

function byPlace(a: Transfer, b: Transfer): number {
  const [first, second] = [a.position ?? 0n, b.position ?? 0n];
  return first === second ? a.place - b.place : first < second ? -1 : 1;
}

const fits = (transfer: Transfer, where: Where): boolean =>
  Object.entries(where).every(([name, wanted]) => isMet(Reflect.get(transfer, name), wanted));

function isMet(value: unknown, wanted: unknown): boolean {
  if (!(wanted instanceof FindOperator)) return value === wanted;
  if (wanted.type === 'in') return (wanted.value as readonly unknown[]).includes(value);
  if (wanted.type === 'not') return !isMet(value, wanted.child);
  if (wanted.type === 'isNull') return value === null;
  throw new Error(`nobody knows the condition ${wanted.type}`);
}

/** The legs that are at their banks, or the ones that banks still return, as banks on time look for them. */
class WaitingLegs {
  private asked: Where = {};

  constructor(private readonly database: BankDatabase) {}

  innerJoin(): this {
    return this;
  }

  orderBy(): this {
    return this;
  }

  addOrderBy(): this {
    return this;
  }

  andWhere(): this {
    return this;
  }

  limit(): this {
    return this;
  }

  where(sql: string): this {
    const isThere = Not(IsNull());
    this.asked = sql.includes('return_due') ? { returnDue: isThere } : { status: 'pending', started: isThere };
    return this;
  }

  getMany(): Promise<Transfer[]> {
    return this.database.find({ where: this.asked });
  }
}
