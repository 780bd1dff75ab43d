import type { DeliveryOfEvent } from '@halyard/contracts';
import type { CalendarDate } from '@halyard/core';
import type { DerivedEntry } from '@halyard/changes';
import type { PaymentRequest } from '../payment/payment-request.js';
import type { PaymentTerms, StepCause } from '../payment/payment.model.js';
import type { Transfer } from '../transfer/transfer.entity.js';

/** What happened (contract of what no peer has, section 7). Amounts are cents. */
export type Happened =
  | { readonly kind: 'request'; readonly request: PaymentRequest | undefined }
  | {
      readonly kind: 'state';
      readonly transferId: string;
      readonly status: Exclude<Transfer['status'], 'initiated'>;
      readonly code?: string;
    }
  | {
      readonly kind: 'posting';
      readonly from: string;
      readonly to: string;
      readonly minor: bigint;
      readonly balanceAfter?: bigint;
    }
  | {
      readonly kind: 'limit';
      readonly minor: bigint;
      readonly week: CalendarDate;
      readonly direction: 'taken' | 'given-back';
    }
  | {
      readonly kind: 'bank';
      readonly did: 'submitted' | 'settled' | 'returned';
      readonly code?: string;
      readonly because: StepCause;
    };

export type TimelineEntry = Happened & Placed;

/** What webhooks tells of a payment. */
export type Told =
  | { readonly kind: 'event'; readonly topic: string; readonly position: number }
  | ({ readonly kind: 'delivery'; readonly webhookId: string } & Omit<DeliveryOfEvent, 'id'>)
  | { readonly kind: 'dropped'; readonly before: string };

export type StoryEntry = TimelineEntry | (Told & Placed);

/** Where an entry is in the story. */
export interface Placed {
  readonly id: string;
  /** Id of an earlier entry; absent for the first. */
  readonly cause?: string;
  /** The account's time, ISO 8601. */
  readonly at: string;
  /** The system's time. */
  readonly recorded: Date;
  /** W3C trace context of what set it off. */
  readonly traceparent?: string;
}

/** A fact that other services got, and the entry that it states. */
export interface CausedFact {
  readonly fact: DerivedEntry;
  readonly cause: string;
}

export interface Story {
  /** Absent for a payment that never began. */
  readonly terms?: PaymentTerms;
  /** In the global order: a cause comes before its effects. */
  readonly entries: readonly TimelineEntry[];
  readonly facts: readonly CausedFact[];
}
