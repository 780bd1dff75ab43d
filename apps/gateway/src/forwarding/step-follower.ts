import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { keepRunning } from '@halyard/background';
import { serviceRoutes } from '@halyard/contracts';
import {
  CLOCK_PAGE,
  CLOCK_WAIT_SECONDS,
  type ClockPage,
  clockPage,
  type ClockStep,
  clockStep,
} from '@halyard/contracts/sandbox-clock';
import { backoffMs, Clock, DomainError, isUnavailable, pause } from '@halyard/core';
import { refusalOf, ServiceClient } from '@halyard/http';
import { LOGGER, type Logger } from '@halyard/observability';
import { GatewayConfig } from '../config.js';
import { ownOperation } from './own-operation.js';
import { KnownSteps } from './known-steps.js';

const FOLLOWED_AGAIN_MS = { first: 50, max: 1_000 };
const ASKED_AGAIN_MS = { first: 50, max: 1_000 };

/**
 * Follows the clocks of accounts whose time is not real: one request at a time waits for the next step. In production
 * there are none.
 */
@Injectable()
export class StepFollower implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly over = new AbortController();
  private readonly asked = new Map<string, Promise<void>>();
  private following: Promise<unknown> = Promise.resolve();
  private number = 0;

  constructor(
    private readonly known: KnownSteps,
    private readonly client: ServiceClient,
    private readonly clock: Clock,
    private readonly config: GatewayConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.environment !== 'sandbox') return;
    this.following = keepRunning((onProgress) => this.follow(onProgress), {
      signal: this.over.signal,
      backoff: FOLLOWED_AGAIN_MS,
      onFailure: (error, failures) => {
        if (failures === 1) this.logger.warn({ err: error }, "transfers does not say how accounts' clocks stand");
      },
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.over.abort();
    await this.following;
  }

  /**
   * Waits until it knows this step of the account, or a later one. Usually it hears of the step. While it can't, or has
   * forgotten the account, it asks.
   *
   * @param untilMs when to give up, by `performance.now()`
   * @returns whether it knows the step
   */
  async hears(accountId: string, step: number, untilMs: number): Promise<boolean> {
    for (let asks = 1; !this.known.has(accountId, step); asks += 1) {
      const leftMs = untilMs - performance.now();
      if (leftMs <= 0 || this.over.signal.aborted) return false;
      await this.nextStep(accountId, Math.min(leftMs, backoffMs(asks, ASKED_AGAIN_MS)));
      if (!this.known.has(accountId, step)) await this.ask(accountId);
    }
    return true;
  }

  private async nextStep(accountId: string, timeMs: number): Promise<void> {
    const heard = new AbortController();
    const unlisten = this.known.onStep(accountId, () => heard.abort());
    await pause(timeMs, AbortSignal.any([heard.signal, this.over.signal]));
    unlisten();
  }

  private async follow(onProgress: () => void): Promise<void> {
    let wait = 0;
    while (!this.over.signal.aborted) {
      const page = await this.pageAfter(this.number, wait);
      onProgress();
      if (page.isReset) this.known.clear();
      this.known.hear(page.steps);
      this.number = page.number;
      wait = page.isReset || page.steps.length >= CLOCK_PAGE ? 0 : CLOCK_WAIT_SECONDS;
    }
  }

  private async pageAfter(after: number, wait: number): Promise<ClockPage> {
    const { path } = serviceRoutes.listClockSteps;
    return clockPage.parse(await this.factAt(path, { after: String(after), wait: String(wait) }));
  }

  /** All that wait for steps of an account share one question. */
  private ask(accountId: string): Promise<void> {
    const asked = this.asked.get(accountId) ?? this.stepOf(accountId).finally(() => this.asked.delete(accountId));
    this.asked.set(accountId, asked);
    return asked;
  }

  private async stepOf(accountId: string): Promise<void> {
    const { path } = serviceRoutes.getClockStep;
    try {
      const step: ClockStep = clockStep.parse(await this.factAt(path.replace(':id', accountId)));
      this.known.hear([step]);
    } catch (error) {
      if (!(error instanceof DomainError) && !isUnavailable(error)) throw error;
    }
  }

  private async factAt(path: string, query?: Readonly<Record<string, string>>): Promise<unknown> {
    const { method, owner } = serviceRoutes.listClockSteps;
    const { signal } = this.over;
    const operation = ownOperation(this.clock.system());
    const wait = { parameter: 'wait', timeMs: Number(query?.['wait'] ?? 0) * 1_000, stopping: signal };
    const { body } = await this.client.call(owner, { method, path, query, operation, signal, wait });
    if (body.type === 'error') throw refusalOf(body);
    if (body.type !== 'fact') throw new DomainError('ServerError', { cause: `unexpected ${body.type}` });
    return body.fact;
  }
}
