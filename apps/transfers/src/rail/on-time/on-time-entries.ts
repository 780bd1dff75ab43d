import { Injectable } from '@nestjs/common';
import { type DueItem, dueSteps } from '@halyard/background';
import { Clock, durationMs, firstBankingDayFrom, newId, type ReturnCode, type SimulatedReturn } from '@halyard/core';
import { BinaryArray, type PipelineStep } from '@halyard/persistence';
import { type BankChanges, BankEntries, type WaitingTransfer } from '../../cut-off/bank-entries.js';
import type { Draw } from '../../bank-behavior/bank-behavior.js';
import { EntryDraws } from '../../bank-behavior/entry-draws.js';
import { BankHours } from '../../cut-off/bank-hours.js';
import { isMicroDeposit } from '../../payment/micro-deposit-legs.js';
import { correctionIdOf, drawnReturn, lateReturnAt, ruleOfLateReturn } from '../drawn-conduct.js';
import { OnTimeAccounts } from './on-time-accounts.rows.js';
import { cutOffKinds, type DueData, type KindOfLegs, kindsWhilePending, lateReturn } from './due-at-banks.js';

export interface ItemAtBank extends DueItem {
  readonly kind: KindOfLegs;
  readonly accountId: string;
  readonly data: DueData;
}

/**
 * Schedules what banks do that keep time, for those accounts whose clock says so. For all other accounts of the sandbox
 * nothing is stored.
 */
@Injectable()
export class OnTimeBankEntries extends BankEntries {
  constructor(
    private readonly hours: BankHours,
    private readonly accounts: OnTimeAccounts,
    private readonly draws: EntryDraws,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async stepsFor(changes: BankChanges): Promise<readonly PipelineStep[]> {
    const ofTransfers = [...changes.started, ...changes.ended, ...changes.returned];
    const others = [...changes.submitted, ...changes.returnsDue].map(({ transfer }) => transfer);
    // Whoever changes an account to banks that keep time looks at all of its transfers after that.
    const onTime = await this.accounts.among([...new Set([...ofTransfers, ...others].map((one) => one.accountId))]);
    const isOnTime = ({ accountId }: WaitingTransfer): boolean => onTime.has(accountId);
    const system = this.clock.system();
    return [
      ...putSteps(await this.itemsFor(changes, isOnTime)),
      ...removeSteps(kindsWhilePending, changes.ended.filter(isOnTime), system),
      ...removeSteps(['late-return'], changes.returned.filter(isOnTime), system),
    ];
  }

  private async itemsFor(
    { started, ...changes }: BankChanges,
    isOnTime: (transfer: WaitingTransfer) => boolean,
  ): Promise<ItemAtBank[]> {
    const submitted = changes.submitted.filter(({ transfer }) => isOnTime(transfer));
    const returnsDue = changes.returnsDue.filter(({ transfer }) => isOnTime(transfer));
    const draws = await this.draws.of([...submitted, ...returnsDue].map(({ transfer }) => transfer.id));
    return [
      ...started.filter(isOnTime).flatMap((transfer) => this.handOver(transfer) ?? []),
      ...submitted.flatMap(({ transfer, submission: { at, bankDate, returns } }) =>
        this.outcome(transfer, new Date(bankDate ?? at), { returns, draw: draws.get(transfer.id) }),
      ),
      ...returnsDue.map(({ transfer, code, settledAt }) =>
        this.lateReturn(transfer, { code, settledAt, draw: draws.get(transfer.id) }),
      ),
    ];
  }

  /**
   * Schedules what the bank does with a transfer that was handed over to it. What was drawn for the transfer holds, even if its
   * bank has another name by now.
   */
  outcome(transfer: WaitingTransfer, handedOver: Date, { returns, draw }: Fate): ItemAtBank[] {
    if (!transfer.started) return [];
    const { earliest: dueAt } = this.hours.expectedAfter(transfer, transfer.started, handedOver);
    const settles = isMicroDeposit(transfer) ? 'micro-deposits' : 'settlement';
    const { conduct, rule } = draw ?? {};
    const asked = conduct ? drawnReturn(draw) : returns;
    if (asked) return [itemOf(transfer, asked.isLate ? settles : 'return', dueAt, { returns: asked, rule })];
    if (conduct && 'delay' in conduct) {
      const delayed = new Date(dueAt.getTime() + (durationMs(conduct.delay) ?? 0));
      return [itemOf(transfer, settles, firstBankingDayFrom(delayed))];
    }
    const settlement = itemOf(transfer, settles, dueAt);
    if (!conduct || !('correct' in conduct)) return [settlement];
    const corrects = { id: correctionIdOf(transfer.id), corrects: conduct.correct, rule };
    return [itemOf(transfer, 'correction', dueAt, corrects), settlement];
  }

  /** @param earliest no item is due before it */
  lateReturn(transfer: WaitingTransfer, { code, settledAt, draw }: LateReturn, earliest = settledAt): ItemAtBank {
    const at = lateReturnAt(code, settledAt, draw);
    const data = { returns: lateReturn(code), rule: ruleOfLateReturn(draw, code) };
    return itemOf(transfer, 'late-return', at < earliest ? earliest : at, data);
  }

  /** The hand-over of a transfer at its cut-off, or at the given time. */
  handOver(transfer: WaitingTransfer, at?: Date): ItemAtBank | undefined {
    const { started } = transfer;
    if (!started) return undefined;
    const route = this.hours.routeOf(transfer, started);
    if (route === 'instant') return undefined;
    return itemOf(transfer, cutOffKinds[route], at ?? this.hours.exportOf(transfer, started));
  }
}

/** The fate of an entry: by its bank's name, and by a rule. */
interface Fate {
  readonly returns?: SimulatedReturn;
  readonly draw?: Draw;
}

interface LateReturn {
  readonly code: ReturnCode;
  readonly settledAt: Date;
  readonly draw?: Draw;
}

const itemOf = (
  { id: key, accountId }: WaitingTransfer,
  kind: KindOfLegs,
  dueAt: Date,
  data: Partial<DueData> = {},
): ItemAtBank => ({ kind, key, accountId, dueAt, data: { id: newId(), ...data } });

/** Keeps a new step from rescheduling the account's items before those of this page are committed. See `DueItems`. */
const KEEP_CLOCKS = {
  name: 'keep-clocks-of-due-at-banks',
  text: `SELECT pg_advisory_xact_lock_shared(hashtextextended('due work of ' || account_id, 0))
         FROM account_clocks WHERE account_id = ANY ($1::uuid[]) AND banks = 'on-time' ORDER BY account_id`,
};

/**
 * Puts items as `DueWork.put` does, for accounts whose banks keep time. An account without a row there has real time, and
 * its banks act on request.
 */
const PUT = {
  name: 'put-due-at-banks',
  text: `WITH put AS (
           INSERT INTO due_work (kind, key, account_id, due_at, run_at, data)
           SELECT kind, key, account_id, due_at,
             CASE
               WHEN clock.is_advancing THEN NULL
               WHEN clock.mode = 'real' THEN due_at
               WHEN clock.mode = 'running' THEN due_at + (clock.made_at - clock.at)
               WHEN due_at <= clock.at THEN 'epoch'::timestamptz
             END,
             data::jsonb
           FROM unnest($1::text[], $2::text[], $3::uuid[], $4::timestamptz[], $5::text[])
             AS item (kind, key, account_id, due_at, data)
           JOIN account_clocks AS clock USING (account_id)
           WHERE clock.banks = 'on-time'
           ON CONFLICT (kind, key) DO NOTHING
           RETURNING run_at
         )
         SELECT pg_notify(current_schema() || '_due_work', '') FROM put WHERE run_at IS NOT NULL LIMIT 1`,
};

function putSteps(items: readonly ItemAtBank[]): PipelineStep[] {
  if (items.length === 0) return [];
  const concerned = new BinaryArray('uuid');
  for (const accountId of new Set(items.map((item) => item.accountId))) concerned.uuid(accountId);
  return [{ statement: KEEP_CLOCKS, values: [concerned.finish()] }, ...dueSteps(items, PUT)];
}

/**
 * Removes what will not happen any more. Items that are due already stay: whoever has done half of one, such as a return
 * of which the bank's owner does not know yet, finds it again and does the rest.
 */
const REMOVE = {
  name: 'remove-due-at-banks',
  text: `DELETE FROM due_work WHERE ctid = ANY (ARRAY(
           SELECT item.ctid FROM unnest($2::text[], $3::uuid[]) AS ended (key, account_id)
           JOIN account_clocks AS clock USING (account_id)
           JOIN due_work AS item ON item.kind = ANY ($1::text[]) AND item.key = ended.key
           WHERE item.due_at > CASE
             WHEN clock.mode = 'real' THEN $4::timestamptz
             WHEN clock.mode = 'running' AND NOT clock.is_advancing THEN clock.at + ($4 - clock.made_at)
             ELSE clock.at
           END
           FOR UPDATE OF item SKIP LOCKED
         ))`,
};

function removeSteps(
  kinds: readonly KindOfLegs[],
  transfers: readonly WaitingTransfer[],
  system: Date,
): PipelineStep[] {
  if (transfers.length === 0) return [];
  const removed = new BinaryArray('text');
  const keys = new BinaryArray('text');
  const accounts = new BinaryArray('uuid');
  for (const kind of kinds) removed.text(kind);
  for (const { id, accountId } of transfers) {
    keys.text(id);
    accounts.uuid(accountId);
  }
  const values = [removed, keys, accounts].map((array) => array.finish());
  return [{ statement: REMOVE, values: [...values, system.toISOString()] }];
}
