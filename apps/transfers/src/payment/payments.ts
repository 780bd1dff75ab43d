import { Injectable } from '@nestjs/common';
import { type Claim, newId } from '@halyard/core';
import type { Chain, EventMetadata, ExpectedRevision, Position, Submission } from '@halyard/event-store';
import { EventStore } from '@halyard/event-store';
import { decide, type PaymentCommand } from './payment.decider.js';
import { eventIdOf } from '../payment-ids.js';
import { evolve, initial } from './payment.fold.js';
import { type Payment, type PaymentEvent, paymentEventOf, paymentStream } from './payment.model.js';

/** A payment as its stream describes it up to a revision. */
export interface LoadedPayment {
  readonly paymentId: string;
  readonly payment: Payment;
  readonly revision: ExpectedRevision;
  /** Of what set off the last event: those that follow from it have the same. */
  readonly metadata: EventMetadata;
  /** W3C trace context of the request that asked for the payment. */
  readonly requestedBy?: string;
  /** Position of the first event in the global order; undefined until its commit is known. */
  readonly begunAt?: Position;
  /** The claim under which the first append is made. */
  readonly claim?: Claim;
  /** The last append that the state includes, if its commit is not known yet. */
  readonly last?: Submission;
}

/** Reads and appends payment streams. They are short and written for a moment only, so none is cached. */
@Injectable()
export class Payments {
  constructor(private readonly store: EventStore) {}

  /** A payment without events, as its first command finds it: its stream needs no reading. */
  none(paymentId: string, metadata: EventMetadata, claim?: Claim): LoadedPayment {
    return { paymentId, payment: initial(), revision: 'no-stream', metadata, claim };
  }

  async load(paymentId: string): Promise<LoadedPayment> {
    let loaded = this.none(paymentId, {});
    for await (const stored of this.store.read(paymentStream(paymentId))) {
      const isFirst = loaded.revision === 'no-stream';
      loaded = {
        paymentId,
        payment: evolve(loaded.payment, paymentEventOf(stored)),
        revision: stored.revision,
        metadata: stored.metadata,
        requestedBy: isFirst ? stored.metadata.traceparent : loaded.requestedBy,
        begunAt: isFirst ? stored.position : loaded.begunAt,
      };
    }
    return loaded;
  }

  /**
   * Decides on what was loaded and appends the events as a link of the chain. Event ids derive from the attempt that
   * began the payment: the same step from any process is the same append, and two steps that exclude each other never
   * are. Two settlements of a leg exclude each other because each brings its own id.
   *
   * @returns the payment as it will be once the append is committed
   * @throws PaymentMovedOn when the payment is in no state for the command
   */
  append(chain: Chain, loaded: LoadedPayment, command: PaymentCommand): LoadedPayment {
    const { paymentId, payment, metadata, revision, claim } = loaded;
    const events = decide(command, payment);
    if (events.length === 0) return loaded;
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
    return { ...loaded, payment: events.reduce(evolve, payment), revision: appendedAt, last };
  }
}

function idOf({ type, data }: PaymentEvent, { terms, legs }: Payment): string {
  const leg = 'legId' in data ? legs.findIndex((one) => one.terms.id === data.legId) : undefined;
  const stop = leg !== undefined && endings.has(type) ? legs[leg]?.stop?.id : undefined;
  // A payment that is refused before it begins has no attempt yet.
  return eventIdOf(originOf(data) ?? stop ?? terms?.attemptId ?? newId(), type, leg);
}

/** Their ids derive from the stop: a fee that was refunded, and that its bank returns after all, ends twice. */
const endings: ReadonlySet<PaymentEvent['type']> = new Set(['LegFailed', 'LegCancelled']);

/** The id that an event derives its own from, where its data names one; else it derives from the payment's attempt. */
function originOf(data: PaymentEvent['data']): string | undefined {
  if ('settlementId' in data) return data.settlementId;
  if ('stopId' in data) return data.stopId;
  if ('submissionId' in data) return data.submissionId;
  return 'attemptId' in data ? data.attemptId : undefined;
}
