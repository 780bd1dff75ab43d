import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { serviceRoutes } from '@halyard/contracts';
import type { RecordedRequest, RequestBatch } from '@halyard/contracts/requests';
import { Clock } from '@halyard/core';
import { ServiceClient } from '@halyard/http';
import { LOGGER, type Logger, Metrics } from '@halyard/observability';
import { ownOperation } from '../forwarding/own-operation.js';

const BATCH_MAX = 200;
const GATHER_MS = 250;
const WAITING_BYTES_MAX = 4 * 1024 * 1024;
/** An estimate. */
const FIELDS_BYTES = 500;

const bytesOf = ({ summary, content }: RecordedRequest): number => summary.length + content.length + FIELDS_BYTES;

/** No request waits for the log. Requests that find no room or can't be handed over are dropped and counted. */
@Injectable()
export class RequestBatches implements BeforeApplicationShutdown {
  private gathered: RecordedRequest[] = [];
  private waitingBytes = 0;
  private timer: NodeJS.Timeout | undefined;
  private readonly underWay = new Set<Promise<void>>();
  private readonly dropped: ReturnType<Metrics['counter']>;
  private failingFrom: Date | undefined;

  constructor(
    private readonly client: ServiceClient,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.dropped = metrics.counter({
      name: 'requests_dropped_total',
      help: 'Requests that the log of requests has not got',
    });
  }

  /** Since when the log of requests has taken nothing; undefined while it takes what it gets. */
  get failingSince(): Date | undefined {
    return this.failingFrom;
  }

  /** @param record if it throws, the request is dropped like one that finds no room */
  add(record: () => RecordedRequest): void {
    try {
      this.gather(record());
    } catch (error) {
      this.drop(1, error);
    }
  }

  private gather(request: RecordedRequest): void {
    const bytes = bytesOf(request);
    if (this.waitingBytes + bytes > WAITING_BYTES_MAX) {
      this.dropped.inc();
      return;
    }
    this.waitingBytes += bytes;
    this.gathered.push(request);
    if (this.gathered.length >= BATCH_MAX) this.send();
    else this.timer ??= setTimeout(() => this.send(), GATHER_MS).unref();
  }

  /** Still hands over the gathered records. */
  async beforeApplicationShutdown(): Promise<void> {
    this.send();
    await Promise.all(this.underWay);
  }

  private send(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const requests = this.gathered;
    if (requests.length === 0) return;
    this.gathered = [];
    const sending = this.handOver({ at: this.clock.system().toISOString(), requests }).finally(() => {
      this.underWay.delete(sending);
      for (const request of requests) this.waitingBytes -= bytesOf(request);
    });
    this.underWay.add(sending);
  }

  private async handOver(batch: RequestBatch): Promise<void> {
    const { method, path, owner } = serviceRoutes.recordRequests;
    try {
      const operation = ownOperation(this.clock.system());
      const { body } = await this.client.call(owner, { method, path, body: batch, operation });
      if (body.type === 'error') throw new Error(`the log of requests answered ${body.code}`);
      this.failingFrom = undefined;
    } catch (error) {
      this.drop(batch.requests.length, error);
    }
  }

  private drop(count: number, error: unknown): void {
    this.dropped.inc(count);
    if (!this.failingFrom) this.logger.warn({ err: error }, 'requests are not recorded');
    this.failingFrom ??= this.clock.system();
  }
}
