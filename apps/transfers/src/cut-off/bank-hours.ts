import { Injectable } from '@nestjs/common';
import {
  type CutOffs,
  clearsSameDay,
  expectedAfter,
  expectedSettlement,
  type ExpectedSettlement,
  exportOf,
  type SettlementRoute,
} from '@halyard/core';
import { TransfersConfig } from '../config.js';
import type { Clearing, LegKind } from '../payment/payment.model.js';

export interface Movement {
  readonly kind: LegKind;
  readonly clearing: Clearing | null;
  readonly amountMinor: bigint;
}

/** When banks move money, from the cut-off times of this installation (docs/money.md, "Time"). */
@Injectable()
export class BankHours {
  /** Whether banks act when a client asks for it, as the simulated banks of the sandbox do. */
  readonly areOnRequest: boolean;
  private readonly cutOffs: CutOffs;
  /** The dates that were computed last. */
  private last:
    { readonly route: SettlementRoute; readonly handedOver: Date; readonly expected: ExpectedSettlement } | undefined;

  constructor({ cutOffs, environment }: TransfersConfig) {
    this.cutOffs = cutOffs;
    this.areOnRequest = environment === 'sandbox';
  }

  /** How a transfer's money moves if it starts at `at`. A credit is judged at that time. */
  routeOf({ kind, clearing, amountMinor }: Movement, at: Date): SettlementRoute {
    if (kind === 'wire') return 'wire';
    if (!clearing) return 'instant';
    if ('source' in clearing) return 'debit';
    const isSameDay = clearing.destination === 'next-available' && clearsSameDay(at, amountMinor, this.cutOffs);
    return isSameDay ? 'same-day credit' : 'credit';
  }

  /**
   * The end of the time to cancel a transfer that starts at `at`: the export of its banking day, the next one after the
   * cut-off (reference facts 7.8, 7.10).
   */
  exportOf(transfer: Movement, at: Date): Date {
    const route = this.routeOf(transfer, at);
    return route === 'instant' ? at : exportOf(route, at, this.cutOffs);
  }

  /**
   * The end of the time to cancel a transfer that has waited for a debit since `at`. Debits go out with standard
   * entries.
   */
  exportOfWaiting(at: Date): Date {
    return exportOf('debit', at, this.cutOffs);
  }

  /** When a bank settles a transfer that began to wait at `started`, and was handed over later. */
  expectedAfter(transfer: Movement, started: Date, handedOver: Date): ExpectedSettlement {
    const route = this.routeOf(transfer, started);
    if (route === 'instant') return { earliest: handedOver, latest: handedOver };
    // Thousands of transfers go out at the same cut-off, one after the other.
    const { last } = this;
    if (last?.route === route && last.handedOver.getTime() === handedOver.getTime()) return last.expected;
    const expected = expectedAfter(route, handedOver);
    this.last = { route, handedOver, expected };
    return expected;
  }

  expected(transfer: Movement, at: Date): ExpectedSettlement {
    return this.expectedOf(this.routeOf(transfer, at), at);
  }

  expectedOf(route: SettlementRoute, at: Date): ExpectedSettlement {
    return expectedSettlement(route, at, this.cutOffs);
  }
}
