import { Injectable } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { Clock, DAY_MS } from '@halyard/core';
import { DueWork } from '@halyard/background';
import type { TableLifetime } from '@halyard/persistence';
import { DataSource, IsNull, Not } from 'typeorm';
import { BankFacts } from '../rail/bank-facts.rows.js';
import { ReadModels } from '../projection/read-models.js';
import { Transfer } from '../transfer/transfer.entity.js';
import type { BankStep } from './bank-steps.js';

/** A step as it was frozen; its operation identifies it. */
type FrozenStep = Omit<BankStep, 'stepId'>;

/**
 * Frozen steps, in the order in which the legs were created. `at`: when they were frozen, by the account's clock (ISO
 * 8601).
 */
export interface FrozenSet {
  readonly steps: readonly FrozenStep[];
  readonly at: string;
}

interface Row {
  readonly steps: readonly FrozenStep[];
  readonly at: Date;
}

/** Longer than an operation's key is kept: after that nobody repeats it. */
export const simulationsLifetime = {
  table: 'simulations',
  column: 'recorded_at',
  keptMs: 2 * DAY_MS,
} as const satisfies TableLifetime;

/** Due work: a simulation with frozen steps that nobody has finished. */
export const SIMULATION = 'simulation';
/** A client whose request was cut off gets this much time to repeat it first. */
const LEFT_TO_ASKER_MS = 30_000;

export type SimulatedBy = Pick<Operation, 'requestId' | 'traceparent'>;

/** The steps of each simulation. The first request of an operation decides them for all repeats. */
@Injectable()
export class FrozenSteps {
  constructor(
    private readonly dataSource: DataSource,
    private readonly readModels: ReadModels,
    private readonly banks: BankFacts,
    private readonly dueWork: DueWork,
    private readonly clock: Clock,
  ) {}

  /** Freezes the account's newest legs that are with their banks, and those that the banks still have to return. */
  newest(operation: Operation, accountId: string, max: number): Promise<FrozenSet> {
    return this.frozen(operation, accountId, async () => {
      const atBanks = await this.transfers({ accountId, status: 'pending', started: Not(IsNull()) }, max);
      const toBeReturned = await this.transfers({ accountId, returnDue: Not(IsNull()) }, max);
      return [...(await this.stepsOf(atBanks, operation)), ...toBeReturned.map(lateReturnOf)];
    });
  }

  /** @param steps called if nothing is frozen yet */
  async frozen(
    { id, at, requestId, traceparent }: Operation,
    accountId: string,
    steps: () => Promise<FrozenStep[]>,
  ): Promise<FrozenSet> {
    const known = await this.find(id);
    if (known) return known;
    const values = [id, accountId, at, JSON.stringify(await steps())];
    await this.dataSource.transaction(async (tx) => {
      const [inserted] = await tx.query<unknown[]>(FREEZE, values);
      if (!inserted) return;
      const by: SimulatedBy = { requestId, traceparent };
      const dueAt = new Date(this.clock.system().getTime() + LEFT_TO_ASKER_MS);
      await this.dueWork.put({ kind: SIMULATION, key: id, accountId: null, dueAt, data: by }, tx);
    });
    const frozen = await this.find(id);
    if (!frozen) throw new Error('a simulation was not frozen');
    return frozen;
  }

  /** Records that all steps of the operation's simulation, with all their effects, are done. */
  async taken({ id }: Operation): Promise<void> {
    await this.dataSource.transaction((tx) => this.dueWork.remove(tx, SIMULATION, id));
  }

  /** The steps that banks take with legs, by their current names and states. */
  async stepsOf(transfers: readonly Transfer[], operation: Operation): Promise<FrozenStep[]> {
    const views = await this.banks.of(transfers, operation);
    return transfers.map(({ id: legId, paymentId }, index) => ({ paymentId, legId, ...views[index] }));
  }

  async find(operationId: string): Promise<FrozenSet | undefined> {
    const sql = 'SELECT steps, at FROM simulations WHERE operation_id = $1';
    const [row] = await this.dataSource.query<Row[]>(sql, [operationId]);
    return row && { steps: row.steps, at: row.at.toISOString() };
  }

  /** The steps of an account's simulation, for as long as they are kept. */
  async ofAccount(operationId: string, accountId: string): Promise<FrozenSet | undefined> {
    const sql = `
      SELECT steps, at FROM simulations
      WHERE operation_id = $1 AND account_id = $2 AND recorded_at > now() - make_interval(secs => $3)`;
    const [row] = await this.dataSource.query<Row[]>(sql, [operationId, accountId, simulationsLifetime.keptMs / 1_000]);
    return row && { steps: row.steps, at: row.at.toISOString() };
  }

  private async transfers(where: object, max: number): Promise<Transfer[]> {
    const newestFirst = await this.readModels.read('transfers', () =>
      this.dataSource.manager.find(Transfer, { where, order: { position: 'DESC', place: 'DESC' }, take: max }),
    );
    return newestFirst.reverse();
  }
}

const FREEZE = `
  INSERT INTO simulations (operation_id, account_id, at, steps) VALUES ($1, $2, $3, $4)
  ON CONFLICT DO NOTHING RETURNING operation_id`;

const lateReturnOf = ({ id: legId, paymentId, returnDue }: Transfer): FrozenStep => ({
  paymentId,
  legId,
  returns: returnDue === null ? undefined : { code: returnDue, isLate: true },
  isLate: true,
});
