import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { LOGGER, type Logger } from '@halyard/observability';
import { GatewayConfig } from '../config.js';
import { ClaimStore, type HeldClaim } from './claim-store.js';

const RENEWALS_PER_LEASE = 3;

/** Renews the claims of requests that run for long, so that nobody takes them for dead. */
@Injectable()
export class Leases implements OnModuleInit, OnApplicationShutdown {
  private timer?: NodeJS.Timeout;
  /** Claimed since the last turn: their lease is long enough to see the next one. */
  private fresh = new Set<HeldClaim>();
  private due = new Set<HeldClaim>();

  constructor(
    private readonly store: ClaimStore,
    private readonly config: GatewayConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => void this.renew(), this.config.idempotencyLeaseMs / RENEWALS_PER_LEASE).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Holds a claim while `work` runs. */
  async during<Result>(claim: HeldClaim, work: () => Promise<Result>): Promise<Result> {
    this.fresh.add(claim);
    try {
      return await work();
    } finally {
      this.fresh.delete(claim);
      this.due.delete(claim);
    }
  }

  private async renew(): Promise<void> {
    const due = [...this.due];
    this.due = new Set([...due, ...this.fresh]);
    this.fresh = new Set();
    if (due.length === 0) return;
    try {
      await this.store.renew(due);
    } catch (error) {
      this.logger.warn({ err: error, claims: due.length }, 'leases of running requests could not be renewed');
    }
  }
}
