import { Injectable } from '@nestjs/common';
import {
  type CutOffs,
  clearsSameDay,
  expectedSettlement,
  type ExpectedSettlement,
  exportOf,
  type SettlementRoute,
} from '@halyard/core';
import { TransfersConfig } from '../config.js';
import type { Clearing, LegKind } from '../payment/payment.model.js';

/** What decides how the money of a transfer moves. */
export interface Moving {
  readonly kind: LegKind;
  readonly clearing: Clearing | null;
  readonly amountMinor: bigint;
}

/** When banks move money, by the cut-off times of this installation (docs/money.md, "Time"). */
@Injectable()
export class BankHours {
  /** Whether banks also act when a client asks for it: in the sandbox they are simulated. */
  readonly areOnRequest: boolean;
  private readonly cutOffs: CutOffs;

  constructor({ cutOffs, environment }: TransfersConfig) {
    this.cutOffs = cutOffs;
    this.areOnRequest = environment === 'sandbox';
  }

  /** How the money of a transfer that starts at `at` moves: a credit is judged then. */
  routeOf({ kind, clearing, amountMinor }: Moving, at: Date): SettlementRoute {
    if (kind === 'wire') return 'wire';
    if (!clearing) return 'instant';
    if ('source' in clearing) return 'debit';
    const isSameDay = clearing.destination === 'next-available' && clearsSameDay(at, amountMinor, this.cutOffs);
    return isSameDay ? 'same-day credit' : 'credit';
  }

  /**
   * Until when a transfer that starts at `at` can be cancelled: the export of the banking day that it was handed in
   * for, which is the next one after the cut-off (reference facts 7.8, 7.10).
   */
  exportOf(transfer: Moving, at: Date): Date {
    const route = this.routeOf(transfer, at);
    return route === 'instant' ? at : exportOf(route, at, this.cutOffs);
  }

  /** The same for one that has waited for a debit since `at`: that goes out with the standard entries. */
  exportOfWaiting(at: Date): Date {
    return exportOf('debit', at, this.cutOffs);
  }

  /** When the money of a transfer that starts at `at` is expected to arrive. */
  expected(transfer: Moving, at: Date): ExpectedSettlement {
    return this.expectedOf(this.routeOf(transfer, at), at);
  }

  expectedOf(route: SettlementRoute, at: Date): ExpectedSettlement {
    return expectedSettlement(route, at, this.cutOffs);
  }
}
