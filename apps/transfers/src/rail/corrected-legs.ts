import { Injectable } from '@nestjs/common';
import { type Operation, serviceRoutes, TOLD_AT_ONCE_MAX } from '@halyard/contracts';
import type { CorrectedValues } from '@halyard/contracts/bank-behavior';
import { type AppliedCorrection, correctionsOutcome } from '@halyard/contracts/funding-sources';
import { changesBank, type CorrectionCode, partsOf } from '@halyard/core';
import { KnownFundingSources } from '@halyard/facts';
import { ServiceCalls } from '@halyard/http';
import type { LegCorrectedData, Payment, StepOrigin } from '../payment/payment.model.js';
import { BankOutcomes } from './bank-outcomes.js';
import { bankOf } from '../transfer/transfer.answer.js';
import type { Transfer } from '../transfer/transfer.entity.js';
import { Transfers } from '../transfer/transfers.js';
import { StatedCorrections } from './stated-corrections.js';

/** A bank states what was wrong with an entry. */
export interface LegCorrection extends StepOrigin {
  readonly legId: string;
  /** Names the correction for ever: its effect comes once. */
  readonly correctionId: string;
  readonly code: CorrectionCode;
  /** ISO 8601, by the account's clock. */
  readonly at: string;
  readonly bankDate?: string;
}

interface CorrectionAtBank {
  readonly correction: LegCorrection;
  readonly transfer: Transfer;
  readonly values: CorrectedValues | undefined;
}

const LAST_DIGITS = 4;

/**
 * Corrects legs. The owner of the banks changes them first, and the payment records the correction then. The caller
 * repeats it until it resolves; a repeat changes nothing that is done already.
 */
@Injectable()
export class CorrectedLegs {
  constructor(
    private readonly transfers: Transfers,
    private readonly stated: StatedCorrections,
    private readonly calls: ServiceCalls,
    private readonly sources: KnownFundingSources,
    private readonly outcomes: BankOutcomes,
  ) {}

  /** @returns the payments of the legs, in no order @throws DomainError ServiceUnavailable */
  async apply(corrections: readonly LegCorrection[], operation: Operation): Promise<readonly Payment[]> {
    if (corrections.length === 0) return [];
    const found = await Promise.all(corrections.map((correction) => this.find(correction)));
    const all = found.flatMap((one) => one ?? []);
    const applied = await this.toBanks(all, operation);
    return this.outcomes.apply(
      all.map(({ correction, transfer: { paymentId }, values = {} }) => {
        const isApplied = applied.has(correction.correctionId);
        const command = { type: 'CorrectLeg', ...correction, corrected: shown(values), applied: isApplied } as const;
        return { paymentId, command };
      }),
      operation,
    );
  }

  private async find(correction: LegCorrection): Promise<CorrectionAtBank | undefined> {
    const [transfer, values] = await Promise.all([this.transfers.find(correction.legId), this.stated.of(correction)]);
    return transfer && { correction, transfer, values };
  }

  /** @returns the ids of the corrections that have changed their banks, now or in an earlier try */
  private async toBanks(all: readonly CorrectionAtBank[], operation: Operation): Promise<ReadonlySet<string>> {
    const wanted = all.flatMap((one) => appliedOf(one) ?? []);
    const applied = new Set<string>();
    for (const corrections of partsOf(wanted, TOLD_AT_ONCE_MAX)) {
      const answer = await this.calls.request(serviceRoutes.applyCorrections, { corrections }, operation);
      const { outcomes, sources } = correctionsOutcome.parse(answer);
      await this.sources.learn([...sources]);
      for (const outcome of outcomes) if (outcome.applied) applied.add(outcome.correctionId);
    }
    return applied;
  }
}

/** @returns undefined if the correction changes no bank */
function appliedOf({ correction, transfer, values }: CorrectionAtBank): AppliedCorrection | undefined {
  const { correctionId, code } = correction;
  if (!changesBank(code) || !values) return undefined;
  const { routingNumber, accountNumber, bankAccountType } = values;
  const corrected = { routingNumber, accountNumber, bankAccountType };
  return { fundingSourceId: bankOf(transfer).fundingSourceId, correctionId, code, corrected };
}

/** Masks the values for clients and events: neither a whole account number nor a name is left. */
const shown = ({
  routingNumber,
  accountNumber,
  bankAccountType,
  name,
}: CorrectedValues): LegCorrectedData['corrected'] => ({
  routingNumber,
  accountNumber: accountNumber && `****${accountNumber.slice(-LAST_DIGITS)}`,
  bankAccountType,
  name: name === undefined ? undefined : true,
});
