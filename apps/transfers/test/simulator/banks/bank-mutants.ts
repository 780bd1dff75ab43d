import { firstBankingDayFrom, newId } from '@halyard/core';
import type { LegToDraw } from '../../../src/bank-behavior/bank-behavior.js';
import { EntryDraws } from '../../../src/bank-behavior/entry-draws.js';
import type { OutageTimes } from '../../../src/bank-behavior/outage-times.js';
import { Outages } from '../../../src/bank-behavior/outages.js';
import { CorrectedLegs } from '../../../src/rail/corrected-legs.js';
import { MainTransfers } from '../../../src/rail/main-transfers.rows.js';
import { OnTimeBankEntries } from '../../../src/rail/on-time/on-time-entries.js';
import type { BankParts } from './bank-parts.js';

/** Draws each time that an entry is frozen, also where a process died between its draw and its effect. */
class DrawsAgain extends EntryDraws {
  override async freeze(...[accountId, legs, operation]: Parameters<EntryDraws['freeze']>) {
    const known = await this.of(legs.map(({ legId }) => legId));
    const again = legs.map((leg): LegToDraw => (known.has(leg.legId) ? { ...leg, legId: newId() } : leg));
    const drawn = await super.freeze(accountId, again, operation);
    return new Map(legs.map(({ legId }, index) => [legId, drawn.get(again[index]?.legId ?? '') ?? noDraw]));
  }
}
const noDraw = { entry: '', isLeftOut: false };

/** Orders legs by the commits that made them, and not by those of their payments. */
class InOrderOfCommits extends MainTransfers {
  override async of(transfers: Parameters<MainTransfers['of']>[0]): ReturnType<MainTransfers['of']> {
    const mains = new Map(await super.of(transfers));
    for (const { paymentId, position } of transfers) {
      const main = mains.get(paymentId);
      if (main && position !== null && position > main.position) mains.set(paymentId, { ...main, position });
    }
    return mains;
  }
}

/** Counts the moment at which an outage ends as part of it. */
class OutagesWithTheirEnds extends Outages {
  override async of(accountId: string): Promise<OutageTimes> {
    const times = await super.of(accountId);
    const comesAt = times.comesAt.bind(times);
    times.comesAt = (routingNumber, at) => {
      const justBefore = new Date(at.getTime() - 1);
      const isAtEnd = comesAt(routingNumber, at) <= at && comesAt(routingNumber, justBefore) > justBefore;
      return isAtEnd ? firstBankingDayFrom(new Date(at.getTime() + 1)) : comesAt(routingNumber, at);
    };
    const downAt = times.downAt.bind(times);
    times.downAt = (at) => [...downAt(at), ...downAt(new Date(at.getTime() - 1))];
    return times;
  }
}

/** Forgets the delay of a rule when an entry is handed over. */
class DelaysForgotten extends OnTimeBankEntries {
  override outcome(...[transfer, handedOver, fate]: Parameters<OnTimeBankEntries['outcome']>) {
    const isDelayed = fate.draw?.conduct && 'delay' in fate.draw.conduct;
    return super.outcome(transfer, handedOver, isDelayed ? { returns: fate.returns } : fate);
  }
}

/** Gives a correction a new name each time. */
class CorrectionsWithoutNames extends CorrectedLegs {
  override apply(...[corrections, operation]: Parameters<CorrectedLegs['apply']>): ReturnType<CorrectedLegs['apply']> {
    return super.apply(
      corrections.map((correction) => ({ ...correction, correctionId: newId() })),
      operation,
    );
  }
}

export const bankMutants: Readonly<Record<string, Partial<BankParts>>> = {
  'an entry draws again after a crash': { EntryDraws: DrawsAgain },
  'numbers are given in the order of commits': { MainTransfers: InOrderOfCommits },
  'an outage holds at the moment of its end': { Outages: OutagesWithTheirEnds },
  'a delay is forgotten': { OnTimeBankEntries: DelaysForgotten },
  'a correction comes again after a crash': { CorrectedLegs: CorrectionsWithoutNames },
};
