import type { DeliveryOfEvent } from '@halyard/contracts/events';
import type { CalendarDate } from '@halyard/core';
import type { DerivedEntry } from '@halyard/changes';
import type { PaymentRequest } from '../payment/payment-request.js';
import type { PaymentTerms, StepCause, StepOrigin } from '../payment/payment.model.js';
import type { Transfer } from '../transfer/transfer.entity.js';

/** Something that happened (contract of what no peer has, section 7). Amounts are cents. */
export type PaymentEntry =
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
  | (Pick<StepOrigin, 'rule' | 'file' | 'line'> & {
      readonly kind: 'bank';
      readonly did: 'submitted' | 'settled' | 'returned' | 'corrected';
      readonly code?: string;
      /** The bank's own date, or the time at which the step was due, if that is earlier (ISO 8601). */
      readonly bankDate?: string;
      readonly because: StepCause;
    });

export type TimelineEntry = PaymentEntry & EntryHeader;

/** The entries that the webhooks service adds to a payment's timeline. */
export type WebhooksEntry =
  | { readonly kind: 'event'; readonly topic: string; readonly position: number }
  | ({ readonly kind: 'delivery'; readonly webhookId: string } & Omit<DeliveryOfEvent, 'id'>)
  | { readonly kind: 'dropped'; readonly before: string };

export type StoryEntry = TimelineEntry | (WebhooksEntry & EntryHeader);

export interface EntryHeader {
  readonly id: string;
  /** Id of an earlier entry; absent for the first. */
  readonly cause?: string;
  /** The account's time, ISO 8601. */
  readonly at: string;
  /** By the system's clock. */
  readonly recorded: Date;
  /** W3C trace context of the request or work that caused it. */
  readonly traceparent?: string;
}

/** A fact that was published to other services, and the id of the entry that it reports. */
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
