import { Injectable } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import type { RefusedReturnCode } from '@halyard/contracts/bank-files';
import { returnWindowEnd } from '@halyard/core';
import { DataSource } from 'typeorm';
import { BankNumbers, keyOfBank, type NumberedBank } from '../bank-behavior/bank-numbers.js';
import { isRefunded } from '../payment/payment.legs.js';
import type { LegState, LegStatus } from '../payment/payment.model.js';
import { Payments } from '../payment/payments.js';
import { Transfers } from '../transfer/transfers.js';
import { entriesByTrace, type SentEntry } from '../bank-file/bank-files.rows.js';
import { isDebit, ODFI_ROUTING_NUMBER } from '../bank-file/nacha/nacha-file.js';
import type { UploadedEntry } from '../bank-file/nacha/uploaded-file.js';
import { appliedStatements, statementName } from './applied-statements.rows.js';

/** The leg that an entry of an uploaded file returns or corrects. */
interface MatchedLeg {
  readonly paymentId: string;
  readonly legId: string;
  readonly isSettled: boolean;
}

export interface MatchedEntry {
  readonly entry: UploadedEntry;
  /** Absent if the account has sent no such entry. */
  readonly sent?: SentEntry;
  /** The owner of the bank was erased. */
  readonly isErased?: boolean;
  readonly leg?: MatchedLeg;
  /** The network's code for why the entry is refused. */
  readonly reason?: RefusedReturnCode;
}

interface OriginalEntry {
  readonly entry: SentEntry;
  readonly bank: NumberedBank | undefined;
  readonly paymentId: string;
  readonly leg: LegState;
}

/** How many payments are read at once. */
const READ_AT_ONCE = 128;

/** Finds the leg of each entry of an uploaded file by its trace number, and whether the entry fits the leg. */
@Injectable()
export class EntryMatches {
  constructor(
    private readonly dataSource: DataSource,
    private readonly numbers: BankNumbers,
    private readonly transfers: Transfers,
    private readonly payments: Payments,
  ) {}

  /** @returns the entries in their order @throws DomainError ServiceUnavailable */
  async of(accountId: string, entries: readonly UploadedEntry[], operation: Operation): Promise<MatchedEntry[]> {
    const sent = await this.sentBy(accountId, entries, operation);
    const legIds = [...sent.values()].map(({ entry }) => entry.legId);
    const statements = await appliedStatements(this.dataSource, accountId, legIds);
    const now = new Date(operation.at);
    return entries.map((entry) => {
      const original = sent.get(entry.originalTraceNumber);
      if (!original || entry.routingNumber !== ODFI_ROUTING_NUMBER) return { entry, reason: 'R61' };
      const { legId } = original.entry;
      const reason = reasonAgainst(entry, original, statements, now);
      if (!reason) statements.add(statementName(legId, entry.states.type, entry.states.code));
      const leg = { paymentId: original.paymentId, legId, isSettled: original.leg.settlement !== undefined };
      return { entry, sent: original.entry, isErased: !original.bank?.numbers, leg, ...(reason && { reason }) };
    });
  }

  /** @returns what the account has sent, by trace number */
  private async sentBy(
    accountId: string,
    entries: readonly UploadedEntry[],
    operation: Operation,
  ): Promise<ReadonlyMap<string, OriginalEntry>> {
    const traces = new Set(entries.map(({ originalTraceNumber }) => originalTraceNumber));
    const found = [...(await entriesByTrace(this.dataSource, accountId, [...traces])).values()];
    const [banks, legs] = await Promise.all([
      this.numbers.of(accountId, found.map(bankOf), operation),
      this.legsOf(found.map(({ legId }) => legId)),
    ]);
    return new Map(
      found.map((entry) => {
        const leg = legs.get(entry.legId);
        if (!leg) throw new Error('no payment has the leg of an entry that went out');
        return [entry.traceNumber, { entry, bank: banks.get(keyOfBank(bankOf(entry))), ...leg }];
      }),
    );
  }

  private async legsOf(
    legIds: readonly string[],
  ): Promise<ReadonlyMap<string, Pick<OriginalEntry, 'leg' | 'paymentId'>>> {
    const transfers = await Promise.all(legIds.map((id) => this.transfers.find(id)));
    const left = [...new Set(transfers.flatMap((transfer) => transfer?.paymentId ?? []))];
    const legs = new Map<string, Pick<OriginalEntry, 'leg' | 'paymentId'>>();
    const readers = Array.from({ length: READ_AT_ONCE }, async () => {
      for (let paymentId = left.pop(); paymentId !== undefined; paymentId = left.pop()) {
        const { payment } = await this.payments.load(paymentId);
        for (const leg of payment.legs) legs.set(leg.terms.id, { leg, paymentId });
      }
    });
    await Promise.all(readers);
    return legs;
  }
}

const bankOf = ({ fundingSourceId, bankVersion }: SentEntry) => ({ fundingSourceId, version: bankVersion });

function reasonAgainst(
  entry: UploadedEntry,
  sent: OriginalEntry,
  statements: ReadonlySet<string>,
  now: Date,
): RefusedReturnCode | undefined {
  if (!hasFieldsOf(entry, sent)) return 'R69';
  const { type, code } = entry.states;
  const { legId } = sent.entry;
  if (isOver(sent.leg) || statements.has(statementName(legId, 'return'))) return 'R67';
  if (statements.has(statementName(legId, type, code))) return 'R67';
  const settledAt = sent.leg.settlement && new Date(sent.leg.settlement.bankDate ?? sent.leg.settlement.at);
  return type === 'return' && settledAt && now > returnWindowEnd(code, settledAt) ? 'R68' : undefined;
}

/** A correction has no amount. The number of an erased owner is not known any more. */
function hasFieldsOf(
  { states, amountMinor, transactionCode, accountNumber }: UploadedEntry,
  { entry, bank }: OriginalEntry,
) {
  const isSameAmount = states.type === 'correction' || amountMinor === entry.amountMinor;
  const isSameDirection = isDebit(transactionCode) === isDebit(entry.transactionCode);
  return isSameAmount && isSameDirection && accountNumber === (bank?.numbers?.accountNumber ?? accountNumber);
}

/** Whether the leg was returned, or given back by its sender. */
const isOver = (leg: LegState): boolean => !RETURNABLE.has(leg.status) && !isRefunded(leg);

const RETURNABLE: ReadonlySet<LegStatus> = new Set<LegStatus>(['pending', 'settled', 'processed']);
