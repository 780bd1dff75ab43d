import type { LegState, LegsStoppedData, LegStatus, Payment, PaymentEvent } from './payment.model.js';

export const initial = (): Payment => ({ legs: [] });

type LegEvent = Exclude<PaymentEvent['type'], 'PaymentInitiated' | 'PaymentRefused'>;

/** The new status of a leg by event and previous status. No other transition exists. */
export const legTransitions: Readonly<Record<LegEvent, Readonly<Partial<Record<LegStatus, LegStatus>>>>> = {
  PaymentAccepted: { planned: 'pending' },
  LegSubmitted: { pending: 'pending' },
  LegSettled: { pending: 'settled' },
  LegProcessed: { pending: 'processed', settled: 'processed' },
  LegCreated: { planned: 'pending' },
  LegRefused: { planned: 'refused', stopped: 'refused' },
  LegsStopped: { planned: 'stopped', pending: 'stopped', processed: 'stopped', failed: 'stopped' },
  LegCorrected: {},
  LegFailed: { stopped: 'failed' },
  LegCancelled: { stopped: 'cancelled' },
};

export function evolve(payment: Payment, { type, data }: PaymentEvent): Payment {
  switch (type) {
    case 'PaymentInitiated':
      return { terms: data, legs: data.legs.map((terms) => ({ terms, status: 'planned' })) };
    case 'PaymentRefused':
      return { ...payment, refusal: data.refusal };
    case 'PaymentAccepted':
      return withLegs(payment, (leg) => {
        if (leg.terms.taken === 'onceFunded') return leg;
        return leg.terms.dependsOn.length === 0 ? { ...moved(leg, type), startedAt: data.at } : moved(leg, type);
      });
    case 'LegSubmitted':
      return withLeg(payment, data.legId, (leg) => ({ ...moved(leg, type), submission: { id: data.submissionId } }));
    case 'LegSettled': {
      const { settlementId: id, at, bankDate, lateReturn, endsHere } = data;
      return withLeg(payment, data.legId, (leg) => ({
        ...moved(leg, type),
        settlement: { id, at, bankDate, lateReturn, endsHere },
      }));
    }
    case 'LegProcessed':
      return withLegs(payment, (leg) => {
        if (leg.terms.id === data.legId) return moved(leg, type);
        return leg.terms.dependsOn.includes(data.legId) ? { ...leg, startedAt: data.at } : leg;
      });
    case 'LegsStopped':
      return stopped(payment, data);
    case 'LegCorrected':
      return withLeg(payment, data.legId, (leg) => ({
        ...leg,
        corrections: [...(leg.corrections ?? []), data.correctionId],
      }));
    case 'LegCreated':
    case 'LegRefused':
    case 'LegFailed':
    case 'LegCancelled':
      return withLeg(payment, data.legId, (leg) => moved(leg, type));
  }
}

function stopped(payment: Payment, { stopId: id, at, code, legId, legs }: LegsStoppedData): Payment {
  const ends = new Map(legs.map((leg) => [leg.legId, leg.ends]));
  return withLegs(payment, (leg) => {
    const end = ends.get(leg.terms.id);
    if (!end) return leg;
    const stop = { id, at, code, was: leg.status, ends: end, isCause: leg.terms.id === legId };
    return { ...moved(leg, 'LegsStopped'), stop };
  });
}

const moved = (leg: LegState, event: LegEvent): LegState => ({
  ...leg,
  status: legTransitions[event][leg.status] ?? leg.status,
});

const withLegs = (payment: Payment, change: (leg: LegState) => LegState): Payment => ({
  ...payment,
  legs: payment.legs.map(change),
});

const withLeg = (payment: Payment, legId: string, change: (leg: LegState) => LegState): Payment =>
  withLegs(payment, (leg) => (leg.terms.id === legId ? change(leg) : leg));
