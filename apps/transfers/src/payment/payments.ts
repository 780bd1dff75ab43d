import { Injectable } from '@nestjs/common';
import { newId } from '@halyard/core';
import type { Chain, Claim, EventMetadata, ExpectedRevision, Position, Submission } from '@halyard/event-store';
import { EventStore } from '@halyard/event-store';
import { decide, type PaymentCommand } from './payment.decider.js';
import { eventIdOf } from '../payment-ids.js';
import { evolve, initial } from './payment.fold.js';
import { type Payment, type PaymentEvent, paymentEventOf, paymentStream } from './payment.model.js';

/** A payment as its stream has it up to a revision. */
export interface LoadedPayment {
  readonly paymentId: string;
  readonly payment: Payment;
  readonly revision: ExpectedRevision;
  /** What the first event was written with: all that follow belong to the same request. */
  readonly metadata: EventMetadata;
  /** Place of the first event in the global order; undefined before that is known to be committed. */
  readonly begunAt?: Position;
  /** That its first append is made under. */
  readonly claim?: Claim;
  /** What the state rests on and is not known to be committed. */
  readonly last?: Submission;
}

/** Payment streams. They are short and each is written for a moment only, so nothing of them is kept. */
@Injectable()
export class Payments {
  constructor(private readonly store: EventStore) {}

  /** A payment that nobody has heard of, as its first command finds it: its stream needs no reading. */
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
        metadata: isFirst ? stored.metadata : loaded.metadata,
        begunAt: isFirst ? stored.position : loaded.begunAt,
      };
    }
    return loaded;
  }

  /**
   * Decides on what was loaded and hands its events over as a link of the chain. Events are named after the attempt that
   * began the payment, so that the same step from whichever process is the same append, and two steps that exclude each
   * other are not. Two settlements of a leg exclude each other: each brings an id of its own.
   *
   * @returns the payment as it will be once that is committed
   * @throws PaymentMovedOn when the payment knows no such step
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
  // What is refused before it began has no attempt yet.
  return eventIdOf(originOf(data) ?? stop ?? terms?.attemptId ?? newId(), type, leg);
}

/** They belong to what stopped the leg: a fee that has flowed back, and that its bank returns after all, ends twice. */
const endings: ReadonlySet<PaymentEvent['type']> = new Set(['LegFailed', 'LegCancelled']);

/** What an event names as that which it belongs to; without a name it belongs to the payment's attempt. */
function originOf(data: PaymentEvent['data']): string | undefined {
  if ('settlementId' in data) return data.settlementId;
  if ('stopId' in data) return data.stopId;
  if ('submissionId' in data) return data.submissionId;
  return 'attemptId' in data ? data.attemptId : undefined;
}
