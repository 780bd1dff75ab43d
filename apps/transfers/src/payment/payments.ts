import { Injectable } from '@nestjs/common';
import { type Claim, newId } from '@halyard/core';
import type { Chain, EventMetadata, ExpectedRevision, Position, Submission } from '@halyard/event-store';
import { EventStore } from '@halyard/event-store';
import { decide, type PaymentCommand } from './payment.decider.js';
import { eventIdOf } from '../payment-ids.js';
import { timed } from './event-time.js';
import { evolve, initial } from './payment.fold.js';
import { type Payment, type PaymentEvent, paymentEventOf, paymentStream } from './payment.model.js';

export interface LoadedPayment {
  readonly paymentId: string;
  readonly payment: Payment;
  readonly revision: ExpectedRevision;
  /** Metadata of the last event's trigger. Events that follow from that event get the same. */
  readonly metadata: EventMetadata;
  /** W3C trace context of the request that asked for the payment. */
  readonly requestedBy?: string;
  /** Position of the first event in the global order; undefined until its commit is known. */
  readonly begunAt?: Position;
  /** The time of the last event; undefined before the first. */
  readonly at?: string;
  /** Says the time of the payment's account. Absent while the account is not known. */
  readonly now?: () => Date;
  /** The first append is made under this claim. */
  readonly claim?: Claim;
  /** The last append that the state includes, if its commit is not known yet. */
  readonly last?: Submission;
}

/** Reads and appends payment streams. Streams are short and written for a moment only, so none is cached. */
@Injectable()
export class Payments {
  constructor(private readonly store: EventStore) {}

  /** A payment without events, for its first command. Its stream needs no reading. */
  none(paymentId: string, metadata: EventMetadata, claim?: Claim): LoadedPayment {
    return { paymentId, payment: initial(), revision: 'no-stream', metadata, claim };
  }

  async load(paymentId: string): Promise<LoadedPayment> {
    let loaded = this.none(paymentId, {});
    for await (const stored of this.store.read(paymentStream(paymentId))) {
      const isFirst = loaded.revision === 'no-stream';
      const event = paymentEventOf(stored);
      loaded = {
        paymentId,
        payment: evolve(loaded.payment, event),
        at: event.data.at,
        revision: stored.revision,
        metadata: stored.metadata,
        requestedBy: isFirst ? stored.metadata.traceparent : loaded.requestedBy,
        begunAt: isFirst ? stored.position : loaded.begunAt,
      };
    }
    return loaded;
  }

  /**
   * Decides on the loaded payment and appends the events as a link of the chain. Event ids derive from the attempt that
   * began the payment. So the same step from any process is the same append, and two steps that exclude each other are
   * always different appends. Two settlements of a leg exclude each other because each has its own id.
   *
   * An event is never before the one before it, and what is appended late bears the time of its append (`event-time.ts`).
   *
   * @returns the payment as it will be once the append is committed
   * @throws PaymentMovedOn if the command does not fit the payment's state
   */
  append(chain: Chain, loaded: LoadedPayment, command: PaymentCommand): LoadedPayment {
    const { paymentId, payment, metadata, revision, claim } = loaded;
    const events = decide(command, payment).map((event) => timedFor(loaded, event));
    const at = events.at(-1)?.data.at;
    if (at === undefined) return loaded;
    const last = chain.append(
      {
        stream: paymentStream(paymentId),
        expected: revision,
        events: events.map((event) => ({ id: idOf(event, payment), ...event, metadata })),
        claim: revision === 'no-stream' ? claim : undefined,
      },
      loaded.last,
    );
    const appendedAt = (revision === 'no-stream' ? -1 : revision) + events.length;
    return { ...loaded, payment: events.reduce(evolve, payment), at, revision: appendedAt, last };
  }
}

const timedFor = ({ now, at }: LoadedPayment, event: PaymentEvent): PaymentEvent =>
  timed(event, now?.() ?? new Date(event.data.at), at);

function idOf({ type, data }: PaymentEvent, { terms, legs }: Payment): string {
  const leg = 'legId' in data ? legs.findIndex((one) => one.terms.id === data.legId) : undefined;
  const stop = leg !== undefined && endings.has(type) ? legs[leg]?.stop?.id : undefined;
  // A payment that is refused before it begins has no attempt.
  return eventIdOf(originOf(data) ?? stop ?? terms?.attemptId ?? newId(), type, leg);
}

/** The events whose ids derive from the stop: a refunded fee that its bank still returns ends twice. */
const endings: ReadonlySet<PaymentEvent['type']> = new Set(['LegFailed', 'LegCancelled']);

/** The id in the event's data from which the event's id derives; undefined if it derives from the payment's attempt. */
function originOf(data: PaymentEvent['data']): string | undefined {
  if ('settlementId' in data) return data.settlementId;
  if ('stopId' in data) return data.stopId;
  if ('submissionId' in data) return data.submissionId;
  if ('correctionId' in data) return data.correctionId;
  return 'attemptId' in data ? data.attemptId : undefined;
}
