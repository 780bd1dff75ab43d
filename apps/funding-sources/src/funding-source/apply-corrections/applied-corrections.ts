import { Injectable } from '@nestjs/common';
import type { FactAnswer, Operation } from '@halyard/contracts';
import type { AppliedCorrection as Correction, CorrectionsOutcome } from '@halyard/contracts/funding-sources';
import { accountNumberPattern, isRoutingNumber } from '@halyard/core';
import { timeOf } from '@halyard/http';
import { type Change, Changes } from '@halyard/changes';
import { Irregularities } from '@halyard/observability';
import { insertNew, lockRecords, Sealer } from '@halyard/persistence';
import { type EntityManager, In } from 'typeorm';
import { BankDirectory } from '../../bank-directory/bank-directory.js';
import { openNumbers, sealNumbers } from '../bank-numbers.js';
import { FundingSource } from '../funding-source.entity.js';
import { FundingSourceFacts } from '../funding-source.facts.js';
import { lockOwners } from '../party/locked-owners.rows.js';
import { SourceHistory } from '../source-history.js';
import { AppliedCorrectionRow } from './applied-correction.entity.js';
import { storeCorrected } from './corrected-bank.rows.js';

/** Changes the numbers and types of banks as notifications of change ask for. Their verification stays. */
@Injectable()
export class AppliedCorrections {
  constructor(
    private readonly changes: Changes,
    private readonly history: SourceHistory,
    private readonly facts: FundingSourceFacts,
    private readonly sealer: Sealer,
    private readonly banks: BankDirectory,
    private readonly irregularities: Irregularities,
  ) {}

  /**
   * Decides on all corrections in order, in one commit. A correction that was decided on before changes nothing, and
   * gets the same outcome, whichever operation it comes with. If a bank is unknown, operators are told and the other
   * corrections are decided on.
   */
  execute(operation: Operation, corrections: readonly Correction[]): Promise<FactAnswer<CorrectionsOutcome>> {
    const at = timeOf(operation);
    return this.changes.run(operation, async (change) => {
      return { type: 'fact', fact: await this.decideAll(change, corrections, at) };
    });
  }

  private async decideAll(change: Change, corrections: readonly Correction[], at: Date): Promise<CorrectionsOutcome> {
    const { tx } = change;
    const sources = await lockWithOwners(
      tx,
      corrections.map(({ fundingSourceId }) => fundingSourceId),
    );
    this.irregularities.known({ corrections: corrections.map(idsOf) }, ({ id }) => sources.has(id));
    const outcomes = await outcomesOf(tx, corrections);
    const decided: AppliedCorrectionRow[] = [];
    const corrected: FundingSource[] = [];
    for (const correction of corrections) {
      const { fundingSourceId, correctionId, code } = correction;
      const source = sources.get(fundingSourceId);
      if (!source || outcomes.has(correctionId)) continue;
      const bank = await this.correct(tx, source, correction);
      if (bank) {
        sources.set(bank.id, bank);
        corrected.push(bank);
      }
      outcomes.set(correctionId, bank !== undefined);
      decided.push({ fundingSourceId, correctionId, code, applied: bank !== undefined, appliedAt: at });
    }
    await insertNew(tx, AppliedCorrectionRow, decided);
    const type = 'funding-sources.funding-source-updated.v1';
    await this.history.recordAll(
      change,
      corrected.map((source) => ({ type, at, source })),
    );
    return {
      outcomes: corrections.map(({ correctionId }) => ({
        correctionId,
        applied: outcomes.get(correctionId) ?? false,
      })),
      sources: [...sources.values()].map((source) => this.facts.of(source)),
    };
  }

  /** @returns undefined for a source that the correction does not change */
  private async correct(
    tx: EntityManager,
    source: FundingSource,
    { corrected }: Correction,
  ): Promise<FundingSource | undefined> {
    if (source.removedAt || !isStorable(corrected)) return undefined;
    const known = await openNumbers(this.sealer, source);
    if (!known) return undefined;
    const numbers = await sealNumbers({ sealer: this.sealer, banks: this.banks }, source, {
      routingNumber: corrected.routingNumber ?? known.routingNumber,
      accountNumber: corrected.accountNumber ?? known.accountNumber,
    });
    const bankAccountType = corrected.bankAccountType ?? source.bankAccountType;
    const bank = { ...source, ...numbers, bankAccountType, version: source.version + 1 };
    return (await storeCorrected(tx, bank)) ? bank : undefined;
  }
}

/** Locks sources after their owners, as additions of banks do. */
async function lockWithOwners(tx: EntityManager, ids: readonly string[]): Promise<Map<string, FundingSource>> {
  const found = await tx.find(FundingSource, { select: { ownerId: true }, where: { id: In([...new Set(ids)]) } });
  await lockOwners(
    tx,
    found.map(({ ownerId }) => ownerId),
  );
  return lockRecords(tx, FundingSource, ids);
}

/** The outcomes of those corrections that were decided on before, by their ids. */
async function outcomesOf(tx: EntityManager, corrections: readonly Correction[]): Promise<Map<string, boolean>> {
  const ids = corrections.map(({ correctionId }) => correctionId);
  const rows = await tx.findBy(AppliedCorrectionRow, { correctionId: In(ids) });
  return new Map(rows.map(({ correctionId, applied }) => [correctionId, applied]));
}

/** Leaves out the corrected numbers, which no log may have. */
const idsOf = ({ fundingSourceId: id, correctionId, code }: Correction) => ({ id, correctionId, code });

/** Whether there is anything to change, to numbers that a bank may have. */
const isStorable = ({ routingNumber, accountNumber, bankAccountType }: Correction['corrected']): boolean =>
  (routingNumber ?? accountNumber ?? bankAccountType) !== undefined &&
  (routingNumber === undefined || isRoutingNumber(routingNumber)) &&
  (accountNumber === undefined || accountNumberPattern.test(accountNumber));
