import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { keepRunning } from '@halyard/background';
import { serviceRoutes } from '@halyard/contracts';
import {
  REVOCATION_PAGE,
  REVOCATION_WAIT_SECONDS,
  type RevocationPage,
  revocationPage,
} from '@halyard/contracts/authorization';
import { Clock, DomainError, pause } from '@halyard/core';
import { refusalOf, ServiceClient } from '@halyard/http';
import { LOGGER, type Logger } from '@halyard/observability';
import { ownOperation } from '../../forwarding/own-operation.js';
import { Revocations } from './revocations.js';

const BACKOFF = { first: 50, max: 1_000 };
/** A gateway that starts before auth does not wait for it. Until it has the list it is not ready and answers 503. */
const FIRST_MS = 2_000;

/** Keeps the list of revocations current: one request at a time waits for the next entry. */
@Injectable()
export class RevocationFollower implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly over = new AbortController();
  private following: Promise<unknown> = Promise.resolve();
  private number = 0;

  constructor(
    private readonly revocations: Revocations,
    private readonly client: ServiceClient,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const first = Promise.withResolvers<void>();
    const { signal } = this.over;
    this.following = keepRunning((onProgress) => this.follow(onProgress, first.resolve), {
      signal,
      backoff: BACKOFF,
      onFailure: (error, failures) => {
        if (failures === 1) this.logger.warn({ err: error }, 'auth does not say what has ended');
      },
    });
    await Promise.race([first.promise, pause(FIRST_MS, signal)]);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.over.abort();
    await this.following;
  }

  private async follow(onProgress: () => void, onCurrent: () => void): Promise<void> {
    let wait = 0;
    while (!this.over.signal.aborted) {
      const page = await this.ask(wait);
      onProgress();
      this.number = page.number;
      this.revocations.hear(page.revocations);
      const isLast = !page.isReset && page.revocations.length < REVOCATION_PAGE;
      if (isLast) {
        this.revocations.isCurrent();
        onCurrent();
      }
      wait = isLast ? REVOCATION_WAIT_SECONDS : 0;
      if (!this.revocations.makesRoom()) continue;
      this.number = 0;
      wait = 0;
    }
  }

  private async ask(wait: number): Promise<RevocationPage> {
    const { method, path, owner } = serviceRoutes.listRevocations;
    const { signal } = this.over;
    const operation = ownOperation(this.clock.system());
    const query = { after: String(this.number), wait: String(wait) };
    const { body } = await this.client.call(owner, { method, path, query, operation, signal });
    if (body.type === 'error') throw refusalOf(body);
    if (body.type !== 'fact') throw new DomainError('ServerError', { cause: `unexpected ${body.type}` });
    return revocationPage.parse(body.fact);
  }
}
