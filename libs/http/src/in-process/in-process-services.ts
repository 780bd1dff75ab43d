import type { ServiceName } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import type { Bytes, ExchangeRequest } from '../exchange/exchange.js';
import { withinLimits } from '../exchange/within-limits.js';
import { ServiceClient } from '../service-client.js';
import type { ServiceAnswer, ServiceRequest } from '../service-request.js';
import { asCaller } from '../tracing.js';
import type { InProcessHttpAdapter } from './in-process-adapter.js';

export interface InProcessServicesOptions {
  /** Milliseconds after which the caller gets ServiceUnavailable. */
  readonly deadlineMs: number;
}

export class InProcessServices extends ServiceClient {
  private readonly adapters = new Map<ServiceName, InProcessHttpAdapter>();

  constructor(private readonly options: InProcessServicesOptions) {
    super();
  }

  /** Sends calls of the service to this adapter's application from now on. */
  register(service: ServiceName, adapter: InProcessHttpAdapter): void {
    this.adapters.set(service, adapter);
  }

  override call(service: ServiceName, request: ServiceRequest): Promise<ServiceAnswer> {
    return asCaller(service, request.method, request, (traced) => this.callInTime(service, traced));
  }

  override exchange(service: ServiceName, request: ExchangeRequest): Promise<ServiceAnswer | Bytes> {
    return asCaller(service, request.route.method, request, (traced) =>
      withinLimits(traced, (bound) => this.adapterOf(service).exchange(bound)),
    );
  }

  /** @throws DomainError ServiceUnavailable */
  private adapterOf(service: ServiceName): InProcessHttpAdapter {
    const adapter = this.adapters.get(service);
    if (!adapter) throw new DomainError('ServiceUnavailable');
    return adapter;
  }

  private async callInTime(service: ServiceName, request: ServiceRequest): Promise<ServiceAnswer> {
    const adapter = this.adapterOf(service);
    const { signal, wait } = request;
    let timer: NodeJS.Timeout | undefined;
    let giveUp: (() => void) | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      giveUp = () => reject(new DomainError('ServiceUnavailable'));
      timer = setTimeout(giveUp, this.options.deadlineMs + (wait?.timeMs ?? 0));
      signal?.addEventListener('abort', giveUp);
      if (signal?.aborted) giveUp();
    });
    try {
      return await Promise.race([adapter.handle(request), tooLate]);
    } finally {
      clearTimeout(timer);
      if (giveUp) signal?.removeEventListener('abort', giveUp);
    }
  }
}
