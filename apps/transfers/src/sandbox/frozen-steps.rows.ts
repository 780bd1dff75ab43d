import { Injectable } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { Clock, DAY_MS } from '@halyard/core';
import { DueWork } from '@halyard/background';
import type { TableLifetime } from '@halyard/persistence';
import { DataSource, type EntityManager, IsNull, Not } from 'typeorm';
import type { Draw } from '../bank-behavior/bank-behavior.js';
import { EntryDraws } from '../bank-behavior/entry-draws.js';
import { BankFacts, type BankView } from '../rail/bank-facts.rows.js';
import { DownBanks } from '../rail/down-banks.js';
import { drawnReturn, ruleOfLateReturn } from '../rail/drawn-conduct.js';
import { DrawnLegs } from '../rail/drawn-legs.js';
import { ReadModels } from '../projection/read-models.js';
import { Transfer } from '../transfer/transfer.entity.js';
import type { BankStep } from './bank-steps.js';

/** A step as it was frozen; its operation identifies it. */
export type FrozenStep = Omit<BankStep, 'stepId'>;

/** The steps to be frozen. */
export interface StepSet {
  readonly steps: readonly FrozenStep[];
  /** Further statements for the transaction that freezes them. */
  readonly also?: (tx: EntityManager) => Promise<void>;
}

/**
 * Frozen steps, in the order in which their payments were made, late returns last. `at`: when they were frozen, by the account's clock (ISO
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
    private readonly down: DownBanks,
    private readonly drawn: DrawnLegs,
    private readonly draws: EntryDraws,
    private readonly dueWork: DueWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Freezes the account's newest legs that are with their banks, and those that the banks still have to return. Banks
   * that are down do nothing.
   */
  newest(operation: Operation, accountId: string, max: number): Promise<FrozenSet> {
    return this.frozen(operation, accountId, async () => {
      const atBanks = await this.newestOf({ accountId, status: 'pending', started: Not(IsNull()) }, max, operation);
      const toBeReturned = await this.newestOf({ accountId, returnDue: Not(IsNull()) }, max, operation);
      const { steps, also } = await this.freezing(atBanks, operation);
      const draws = await this.draws.of(toBeReturned.map(({ id }) => id));
      return { steps: [...steps, ...toBeReturned.map((leg) => lateReturnOf(leg, draws.get(leg.id)))], also };
    });
  }

  /** @param freeze called if nothing is frozen yet */
  async frozen(
    { id, at, requestId, traceparent }: Operation,
    accountId: string,
    freeze: () => Promise<StepSet>,
  ): Promise<FrozenSet> {
    const known = await this.find(id);
    if (known) return known;
    const { steps, also } = await freeze();
    const values = [id, accountId, at, JSON.stringify(steps)];
    await this.dataSource.transaction(async (tx) => {
      const [inserted] = await tx.query<unknown[]>(FREEZE, values);
      if (!inserted) return;
      await also?.(tx);
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

  /** The steps that banks take with legs, by their names and states and by what is drawn for the legs. */
  async freezing(transfers: readonly Transfer[], operation: Operation): Promise<StepSet> {
    const ordered = await this.drawn.inOrder(transfers);
    const views = await this.banks.of(ordered, operation);
    const legs = ordered.map((transfer, index) => ({ transfer, view: views[index] ?? {} }));
    const goingOut = legs.filter(({ view }) => !view.isRecalled);
    const draws = await this.drawn.freeze(goingOut, operation);
    const isDelayed = ({ id }: Transfer): boolean => delays(draws.get(id));
    const leftOut = ordered.filter(isDelayed).map(({ id }) => id);
    return {
      steps: legs
        .filter(({ transfer }) => !isDelayed(transfer))
        .map(({ transfer, view }) => stepOf(transfer, view, draws.get(transfer.id))),
      also: (tx) => this.draws.leaveOut(tx, leftOut),
    };
  }

  /** A step that a request wishes for: what is drawn for the leg now, as for every leg that is covered, has no effect. */
  async wishedStep(transfer: Transfer, operation: Operation): Promise<FrozenStep> {
    const [view = {}] = await this.banks.of([transfer], operation);
    if (!view.isRecalled && transfer.status === 'pending') await this.drawn.freeze([{ transfer, view }], operation);
    return { paymentId: transfer.paymentId, legId: transfer.id, ...view };
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

  /** The newest legs whose banks are not down, in the order of their payments. */
  private async newestOf(where: object, max: number, operation: Operation): Promise<Transfer[]> {
    const found: Transfer[] = [];
    for (let skip = 0; ; skip += max) {
      const page = await this.readModels.read('transfers', () =>
        this.dataSource.manager.find(Transfer, { where, order: { position: 'DESC', place: 'DESC' }, skip, take: max }),
      );
      const putOff = await this.down.putOff(page, new Date(operation.at), operation);
      found.push(...page.filter(({ id }) => !putOff.has(id)));
      if (page.length < max || found.length >= max) break;
    }
    return this.drawn.inOrder(found.slice(0, max));
  }
}

const FREEZE = `
  INSERT INTO simulations (operation_id, account_id, at, steps) VALUES ($1, $2, $3, $4)
  ON CONFLICT DO NOTHING RETURNING operation_id`;

/** Whether a rule leaves the leg out of this simulation: only one does so. */
const delays = (draw: Draw | undefined): boolean =>
  draw?.conduct !== undefined && 'delay' in draw.conduct && !draw.isLeftOut;

/** The draw of a leg holds, even if its bank has another name by now. */
function stepOf({ id: legId, paymentId }: Transfer, view: BankView, draw: Draw | undefined): FrozenStep {
  const step = { paymentId, legId, ...view };
  const { conduct, rule } = draw ?? {};
  if (!conduct || view.isRecalled) return step;
  const returns = drawnReturn(draw);
  if (returns) return { ...step, returns, rule };
  return 'correct' in conduct
    ? { ...step, returns: undefined, corrects: conduct.correct, rule }
    : { ...step, returns: undefined };
}

const lateReturnOf = ({ id: legId, paymentId, returnDue }: Transfer, draw: Draw | undefined): FrozenStep => ({
  paymentId,
  legId,
  isLate: true,
  ...(returnDue !== null && {
    returns: { code: returnDue, isLate: true },
    rule: ruleOfLateReturn(draw, returnDue),
  }),
});
