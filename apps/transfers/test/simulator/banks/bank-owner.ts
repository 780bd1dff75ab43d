import { serviceRoutes, type ServiceRoute } from '@halyard/contracts';
import type { BankNumbersFound } from '@halyard/contracts/bank-files';
import type { AppliedCorrection, CorrectionsOutcome, FundingSourceFact } from '@halyard/contracts/funding-sources';
import type { AppliedReturn } from '@halyard/contracts/transfers';
import { returnCodes, Unavailable } from '@halyard/core';
import type { ServiceCalls } from '@halyard/http';
import type { ConnectedTo } from '../database.js';

/** A bank of the program, as its owner has it. */
export interface KnownBank {
  readonly fact: FundingSourceFact;
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly isPersons: boolean;
}

interface WantedBanks {
  readonly banks: readonly { readonly fundingSourceId: string; readonly version?: number }[];
}

/** Another service was not reached, or did not answer. */
class NotReached extends Unavailable {
  override readonly name = 'NotReached';
}

/** The service that owns the banks. What it is told has its effect once, by its id. */
export class BankOwner {
  /** Correction -> whether it has changed its bank. */
  readonly corrected = new Map<string, boolean>();
  /** Bank -> every routing number that it has had. */
  readonly numbers = new Map<string, Set<string>>();
  private readonly banks = new Map<string, KnownBank>();
  private readonly versions = new Map<string, KnownBank>();
  private readonly returned = new Set<string>();

  add(bank: KnownBank): void {
    this.banks.set(bank.fact.fundingSourceId, bank);
    this.numbers.set(bank.fact.fundingSourceId, new Set([bank.routingNumber]));
    this.keep(bank);
  }

  numbersOfVersion(fundingSourceId: string, version: number): KnownBank | undefined {
    return this.versions.get(`${fundingSourceId} ${version}`);
  }

  find(fundingSourceId: string): KnownBank | undefined {
    return this.banks.get(fundingSourceId);
  }

  /** The service as one process reaches it. */
  callsOf(to: ConnectedTo): ServiceCalls {
    const request = async (route: ServiceRoute, body: unknown): Promise<unknown> => {
      await to.schedule.turn(to.life);
      const fate = to.random.int(100);
      if (fate < to.faults.pagesRefused) throw new NotReached('before the call');
      const answer = this.answer(route, body);
      await to.schedule.turn(to.life);
      if (fate < to.faults.pagesRefused + to.faults.pagesLost) throw new NotReached('behind the call');
      return answer;
    };
    return { request } as unknown as ServiceCalls;
  }

  private answer(route: ServiceRoute, body: unknown): unknown {
    switch (route) {
      case serviceRoutes.findBankNumbers:
        return this.numbersOf(body as WantedBanks);
      case serviceRoutes.applyCorrections:
        return this.correct(body as { readonly corrections: readonly AppliedCorrection[] });
      case serviceRoutes.applyReturnsToFundingSources:
        return this.return(body as { readonly returns: readonly AppliedReturn[] });
      case serviceRoutes.applyReturnsToCustomers:
        return [];
      default:
        throw new Error('nobody answers this');
    }
  }

  private keep(bank: KnownBank): void {
    this.banks.set(bank.fact.fundingSourceId, bank);
    this.versions.set(`${bank.fact.fundingSourceId} ${bank.fact.version}`, bank);
  }

  private numbersOf({ banks }: WantedBanks): BankNumbersFound {
    return {
      banks: banks.flatMap(({ fundingSourceId, version }) => {
        const now = this.banks.get(fundingSourceId);
        const bank = version === undefined ? now : this.numbersOfVersion(fundingSourceId, version);
        if (!bank) return [];
        const { fact, routingNumber, accountNumber } = bank;
        return [{ fundingSourceId, version: fact.version, numbers: { routingNumber, accountNumber } }];
      }),
    };
  }

  private correct({ corrections }: { readonly corrections: readonly AppliedCorrection[] }): CorrectionsOutcome {
    for (const { correctionId, fundingSourceId, corrected } of corrections) {
      const bank = this.banks.get(fundingSourceId);
      if (!bank || this.corrected.has(correctionId)) continue;
      this.corrected.set(correctionId, !bank.fact.removed);
      if (bank.fact.removed) continue;
      const { routingNumber = bank.routingNumber, accountNumber = bank.accountNumber } = corrected;
      this.numbers.get(fundingSourceId)?.add(routingNumber);
      const fact = { ...bank.fact, version: bank.fact.version + 1 };
      this.keep({ ...bank, fact, routingNumber, accountNumber });
    }
    return {
      outcomes: corrections.map(({ correctionId: id }) => ({
        correctionId: id,
        applied: this.corrected.get(id) ?? false,
      })),
      sources: corrections.flatMap(({ fundingSourceId }) => this.banks.get(fundingSourceId)?.fact ?? []),
    };
  }

  private return({ returns }: { readonly returns: readonly AppliedReturn[] }): FundingSourceFact[] {
    for (const { id, returnId, code } of returns) {
      const bank = this.banks.get(id);
      if (!bank || this.returned.has(returnId)) continue;
      this.returned.add(returnId);
      const fact = { ...bank.fact, version: bank.fact.version + 1, removed: returnCodes[code].effects.remove };
      if (returnCodes[code].effects.remove) this.keep({ ...bank, fact });
    }
    return returns.flatMap(({ id }) => this.banks.get(id)?.fact ?? []);
  }
}
