import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AccountClocks } from '@halyard/clocks';
import { Changes } from '@halyard/changes';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import type { BankMode, ClockMode } from '@halyard/contracts/sandbox-clock';
import { DomainError, type Fault, validationError } from '@halyard/core';
import { accountOf } from '@halyard/http';
import { usualFault } from '@halyard/input';
import { DataSource } from 'typeorm';
import { addAdvance, findAdvance } from '../advances.rows.js';
import { setAdvance, type StoredClock } from '../clocks.rows.js';
import { Quiet } from '../../quiet/quiet.js';
import { ClockViews } from '../clock-views.js';
import { timeFaults } from '../clock-times.js';
import { AccountIsUsed, type LockedClock, Steps } from '../steps.js';
import { UsedAccounts } from '../used-accounts.query.js';
import { ChangeClock, type ClockChange } from './change-clock.command.js';

/** How long a clock that is set waits for services that have not heard of its account. */
const HEARD_WITHIN_MS = 5_000;

/** Changes how an account's clock goes (contract of what no peer has, section 1). */
@CommandHandler(ChangeClock)
export class ChangeClockHandler implements ICommandHandler<ChangeClock> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clocks: AccountClocks,
    private readonly changes: Changes,
    private readonly steps: Steps,
    private readonly used: UsedAccounts,
    private readonly quiet: Quiet,
    private readonly views: ClockViews,
  ) {}

  /**
   * @throws DomainError ValidationError; InvalidResourceState if the time of an account is set that was used before;
   * Conflict while the clock is changed or advanced; ServiceUnavailable: a repeat under the same key goes on
   */
  async execute({ operation, change }: ChangeClock): Promise<ResourceAnswer<'sandbox-clock'>> {
    const faults = faultsOf(change);
    if (faults.length > 0) throw validationError(...faults);
    const accountId = accountOf(operation);
    if (!(await this.hasBegun(accountId, operation))) {
      if (change.now) await this.requireUnused(accountId, operation);
      await this.steps.decide(accountId, operation, (locked) => this.begin(locked, change, operation));
    }
    await this.finish(accountId, operation);
    return this.changes.recordAnswer(operation, await this.views.of(operation));
  }

  /**
   * Waits until every service has heard of an account that was only just opened, so that what stands in it then counts
   * as created when its clock begins.
   */
  private async requireUnused(accountId: string, operation: Operation): Promise<void> {
    if (await this.used.isUsed(accountId, operation)) throw used();
    await this.quiet.reach(accountId, { deliveries: false, waitMs: HEARD_WITHIN_MS, operation });
  }

  /** Whether an earlier try of the operation has written down what it does. */
  private async hasBegun(accountId: string, { id }: Operation): Promise<boolean> {
    const { madeBy } = await this.steps.find(accountId);
    return madeBy === id || (await findAdvance(this.dataSource, id)) !== undefined;
  }

  private async begin(locked: LockedClock, change: ClockChange, operation: Operation): Promise<void> {
    const { clock } = locked;
    const { held } = clock;
    const { mode = held.mode, now: at } = change;
    const banks = change.banks ?? usualBanks(clock, mode);
    if (mode === 'real' && held.mode !== 'real') return this.goBack(locked, banks, operation);
    if (mode === held.mode && banks === held.banks && !at) return;
    const set = at && ({ at: at.toISOString(), forUnused: true } as const);
    await this.steps.begin(locked, { mode, banks, isAdvancing: false, ...set }, operation.id);
  }

  /** A clock that is behind is advanced to the system's time, and is real after that. */
  private async goBack({ tx, clock, now }: LockedClock, banks: BankMode, operation: Operation): Promise<void> {
    const { accountId } = clock.held;
    const to = this.clocks.system();
    if (now > to) throw validationError(usualFault('Invalid', '/mode', 'The clock is ahead, and never goes back.'));
    const { id, requestId, traceparent } = operation;
    const endsAs = { mode: 'real', banks } as const;
    const advance = { id, accountId, begun: to, from: now, to, endsAs, waitsForWebhooks: false, requestId };
    await addAdvance(tx, { ...advance, ...(traceparent !== undefined && { traceparent }) });
    await setAdvance(tx, accountId, id);
  }

  private async finish(accountId: string, operation: Operation): Promise<void> {
    if ((await this.steps.find(accountId)).advanceId !== undefined) return;
    try {
      await this.steps.finish(accountId, operation);
    } catch (error) {
      throw error instanceof AccountIsUsed ? used() : error;
    }
  }
}

const used = (): DomainError =>
  new DomainError('InvalidResourceState', {
    message: 'The account has had a customer, a transfer or a bank, so its time goes forwards only.',
  });

/** Banks are on time once the account's time is not real, and on request once it is real again. */
function usualBanks({ held }: StoredClock, mode: ClockMode): BankMode {
  if (mode === held.mode || (mode !== 'real' && held.mode !== 'real')) return held.banks;
  return mode === 'real' ? 'on-request' : 'on-time';
}

function faultsOf({ mode, banks, now }: ClockChange): readonly Fault[] {
  const faults: Fault[] = [];
  if (mode === undefined && (banks === undefined || now)) faults.push(usualFault('Required', '/mode'));
  if (!now) return faults;
  return [...faults, ...(mode === 'real' ? [usualFault('NotAllowed', '/now')] : timeFaults(now, '/now'))];
}
