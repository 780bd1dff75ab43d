import { Injectable } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { partsOf } from '@halyard/core';
import type { FileLeg, HandOverFile } from '../bank-file/file-leg.js';
import { OutgoingFiles } from '../bank-file/outgoing-files.js';
import { Facts } from '../facts/facts.js';
import { isMicroDeposit } from '../payment/micro-deposit-legs.js';
import { individualAchIdOf } from '../transfer/individual-ach-id.js';
import { bankOf } from '../transfer/transfer.answer.js';
import type { Transfer } from '../transfer/transfer.entity.js';
import { Transfers } from '../transfer/transfers.js';
import { DrawnLegs } from './drawn-legs.js';

/** How many legs are described at the same time. */
const AT_ONCE_MAX = 250;

/** Puts the legs that go out into a file to the banks. Wires are in none. */
@Injectable()
export class OutgoingLegs {
  constructor(
    private readonly files: OutgoingFiles,
    private readonly transfers: Transfers,
    private readonly facts: Facts,
    private readonly drawn: DrawnLegs,
  ) {}

  /**
   * Gives the legs their places in the file, in the order of their payments. A repeat adds none again.
   *
   * @param settlesOn when a leg's bank settles it
   * @throws DomainError ServiceUnavailable
   */
  async add(
    file: HandOverFile,
    transfers: readonly Transfer[],
    settlesOn: (transfer: Transfer) => Date,
    operation: Operation,
  ): Promise<void> {
    const inFiles = transfers.filter(({ kind }) => kind !== 'wire');
    if (inFiles.length === 0) return;
    const ordered = await this.drawn.inOrder(inFiles);
    const legs: FileLeg[] = [];
    for (const some of partsOf(ordered, AT_ONCE_MAX)) {
      legs.push(...(await Promise.all(some.map((one) => this.legOf(one, settlesOn(one), operation)))));
    }
    await this.files.add(file, legs, operation);
  }

  /** Whether any of these legs belongs in a file, and is in none. What a simulation has left out is in none. */
  async isAnyMissing(accountId: string, transfers: readonly Transfer[]): Promise<boolean> {
    const legIds = transfers.filter(({ kind }) => kind !== 'wire').map(({ id }) => id);
    const found = await this.files.legsIn(accountId, legIds);
    return found.size < legIds.length;
  }

  /** Makes the file of a simulation, with the legs that it has moved. @throws DomainError ServiceUnavailable */
  make(batchId: string, legIds: ReadonlySet<string>, operation: Operation): Promise<void> {
    return this.files.make(batchId, legIds, operation);
  }

  /**
   * Makes the file of a cut-off, without the legs that did not go out after all. A repeat changes nothing.
   *
   * @throws DomainError ServiceUnavailable
   */
  async makeOfCutOff(batchId: string, operation: Operation): Promise<void> {
    const legIds = await this.files.openLegsOf(batchId);
    const found = await Promise.all(legIds.map((id) => this.transfers.find(id)));
    const gone = found.flatMap((transfer) => (transfer && hasGone(transfer) ? [transfer.id] : []));
    await this.files.make(batchId, new Set(gone), operation);
  }

  private async legOf(transfer: Transfer, settlesOn: Date, operation: Operation): Promise<FileLeg> {
    const { id: legId, paymentId, amountMinor, clearing } = transfer;
    const bank = bankOf(transfer);
    const known = await this.facts.source(bank.fundingSourceId, operation);
    return {
      legId,
      paymentId,
      ...bank,
      isPerson: bank.ownerKind === 'customer' && known?.owner.type !== 'business',
      direction: clearing !== null && 'source' in clearing ? 'debit' : 'credit',
      amountMinor,
      isMicroDeposit: isMicroDeposit(transfer),
      individualId: isMicroDeposit(transfer) ? '' : individualAchIdOf(legId),
      settlesOn,
    };
  }
}

/** Whether the leg was handed over, or has moved since by a simulation. */
const hasGone = ({ status, submittedAt }: Transfer): boolean =>
  submittedAt !== null || status === 'processed' || status === 'failed';
