import { Injectable } from '@nestjs/common';
import type { Operation, ResourceService } from '@halyard/contracts';
import type { WaitingFor } from '@halyard/contracts/sandbox-clock';
import { atMost } from '@halyard/core';
import { ServiceCalls } from '@halyard/http';
import { LRUCache } from 'lru-cache';
import { AccountFollower, type ReachedPlaces } from './account-follower.js';
import { QuietInquiry } from './quiet-inquiry.js';

export interface QuietOptions {
  /** Whether first attempts of deliveries are waited for. */
  readonly deliveries: boolean;
  /**
   * Whether also that is waited for which begins in the meantime, for example because the receiver of a webhook pays
   * again. Otherwise steady load can't keep the caller waiting.
   */
  readonly untilCalm?: boolean;
  readonly waitMs: number;
  readonly signal?: AbortSignal;
  /** What the questions to other services are asked for. */
  readonly operation: Operation;
}

export type QuietState =
  /** `events` is the position of the account's last event. */
  | { readonly quiet: true; readonly events: number }
  | { readonly quiet: false; readonly waitingFor: readonly WaitingFor[]; readonly events: number | undefined };

/** Of so many accounts the places are remembered. For others, the whole history is compared. */
const ACCOUNTS_MAX = 1_000;

/** Waits until nothing is under way in an account, and all services have heard of all that happened in it. */
@Injectable()
export class Quiet {
  private readonly places = new LRUCache<string, ReachedPlaces>(atMost(ACCOUNTS_MAX));

  constructor(private readonly calls: ServiceCalls) {}

  /**
   * Waits until nothing is under way of all that was answered before the call. A parked message ends the wait at once.
   * A service that does not answer makes the account not quiet.
   */
  async reach(accountId: string, options: QuietOptions): Promise<QuietState> {
    const places: ReachedPlaces = this.places.get(accountId) ?? new Map<ResourceService, string>();
    this.places.set(accountId, places);
    const inquiry = new QuietInquiry(this.calls, accountId, options);
    const isQuiet = await new AccountFollower(inquiry, places).follow(options);
    const { events } = inquiry;
    if (isQuiet && events !== undefined) return { quiet: true, events };
    return { quiet: false, waitingFor: inquiry.waitingFor, events };
  }
}
