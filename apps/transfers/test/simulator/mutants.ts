import { newId, siblingId } from '@halyard/core';
import { Balances } from '../../src/balance/balances.js';
import { Limits } from '../../src/limit/limits.js';
import { PaymentProcess } from '../../src/payment/payment.process.js';
import { Payments } from '../../src/payment/payments.js';
import { PaymentRecovery } from '../../src/payment/recover-payments/payment-recovery.js';
import { TransferProjection } from '../../src/transfer/transfer.projection.js';
import type { Parts } from './parts.js';

/** Gives a credit a new id each time that it is asked for. */
class CreditsWithoutNames extends Balances {
  override enter(...[id, command, entering]: Parameters<Balances['enter']>): ReturnType<Balances['enter']> {
    const isCredit = command.type === 'PostCredit';
    return super.enter(id, isCredit ? { ...command, entryId: newId() } : command, entering);
  }
}

/** Releases each hold to the payer instead of posting it. */
class HoldsNeverPosted extends Balances {
  override enter(...[id, command, entering]: Parameters<Balances['enter']>): ReturnType<Balances['enter']> {
    return super.enter(id, command.type === 'PostHold' ? { ...command, type: 'ReleaseHold' } : command, entering);
  }
}

/** Gives the amount of a failed payment back to the current week. */
class LimitsOfTheWrongWeek extends Limits {
  override enter(...[customerId, command, entering]: Parameters<Limits['enter']>): Promise<void> {
    const isBack = command.type === 'GiveBackLimit';
    const week = isBack ? command.at.slice(0, 10) : command.week;
    return super.enter(customerId, { ...command, week }, entering);
  }
}

/** Settles a leg a second time, on the same state as the first time. */
class SettlementsTwice extends Payments {
  override append(...[chain, loaded, command]: Parameters<Payments['append']>): ReturnType<Payments['append']> {
    const once = super.append(chain, loaded, command);
    if (command.type !== 'SettleLeg' || once === loaded) return once;
    const again = { ...command, settlementId: siblingId(command.settlementId, 99) };
    const twice = super.append(chain, { ...once, payment: loaded.payment }, again);
    return { ...twice, payment: once.payment };
  }
}

/** Stops a leg without the legs that fall with it. */
class StopsAlone extends Payments {
  override append(...[chain, loaded, command]: Parameters<Payments['append']>): ReturnType<Payments['append']> {
    if (command.type !== 'StopLeg') return super.append(chain, loaded, command);
    const legs = loaded.payment.legs.map((leg) => ({ ...leg, terms: { ...leg.terms, dependsOn: [] } }));
    const stopped = super.append(chain, { ...loaded, payment: { ...loaded.payment, legs } }, command);
    const terms = new Map(loaded.payment.legs.map((leg) => [leg.terms.id, leg.terms]));
    const after = stopped.payment.legs.map((leg) => ({ ...leg, terms: terms.get(leg.terms.id) ?? leg.terms }));
    return { ...stopped, payment: { ...stopped.payment, legs: after } };
  }
}

/** Hands a leg over even if it finds it submitted. */
class HandsOverAgain extends PaymentProcess {
  override async submit(...submission: Parameters<PaymentProcess['submit']>): Promise<boolean | undefined> {
    return (await super.submit(...submission)) === undefined ? undefined : true;
  }
}

/** Lets the sender take a leg back even from its bank. */
class TakesBackFromBanks extends Payments {
  override append(...[chain, loaded, command]: Parameters<Payments['append']>): ReturnType<Payments['append']> {
    if (command.type !== 'StopLeg' || command.code !== undefined) return super.append(chain, loaded, command);
    const legs = loaded.payment.legs.map((leg) => ({ ...leg, submission: undefined }));
    return super.append(chain, { ...loaded, payment: { ...loaded.payment, legs } }, command);
  }
}

/** Lets an event bear the time of its command, whatever has happened in its stream. */
class TimesOfCommands extends Payments {
  override append(...[chain, loaded, command]: Parameters<Payments['append']>): ReturnType<Payments['append']> {
    return super.append(chain, { ...loaded, at: undefined, now: undefined }, command);
  }
}

class RecoversNothing extends PaymentRecovery {
  override start(): void {
    // Unfinished payments stay unfinished.
  }
}

/** Publishes everything again when a read model is rebuilt. */
class TellsAgain extends TransferProjection {
  override apply(page: Parameters<TransferProjection['apply']>[0]): ReturnType<TransferProjection['apply']> {
    return super.apply({ ...page, furthest: 0n });
  }
}

/** The rule that breaks -> the part that breaks it. Each mutant is a bug that somebody might write. */
export const mutants: Readonly<Record<string, Partial<Parts>>> = {
  'a credit that comes again is posted again': { Balances: CreditsWithoutNames },
  'what is held is freed where it should leave': { Balances: HoldsNeverPosted },
  'a limit is given back to the wrong week': { Limits: LimitsOfTheWrongWeek },
  'a settlement is applied twice': { Payments: SettlementsTwice },
  'a leg is stopped without those that rest on it': { Payments: StopsAlone },
  'a leg is handed over by whoever finds it': { PaymentProcess: HandsOverAgain },
  'a sender takes back what its bank has': { Payments: TakesBackFromBanks },
  'a stream runs back in time': { Payments: TimesOfCommands },
  'what a crash left is never finished': { PaymentRecovery: RecoversNothing },
  'a page is taken without a look at the checkpoint': { comparesCheckpoints: false },
  'a rebuild tells everything again': { TransferProjection: TellsAgain },
  'a subscriber does not know what it had': {
    planBatch: (messages) => ({
      apply: messages.flatMap(({ content }) => ('data' in content ? content : [])),
      advanced: new Map(),
      hold: [],
      blocked: [],
      duplicates: 0,
    }),
  },
};
