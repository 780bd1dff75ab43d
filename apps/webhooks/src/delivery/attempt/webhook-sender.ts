import { Injectable } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { Agent } from 'undici';
import { addressPolicyOf, authoritiesOf, WebhooksConfig } from '../../config.js';
import type { AttemptResult } from '../delivery.js';
import { DeliveryLimits } from '../delivery-limits.js';
import { pinnedConnector } from './pinned-connector.js';
import { type AttemptEnd, Exchange } from './exchange.js';

interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends requests to checked addresses, bounded in time and size, without following redirects. */
@Injectable()
export class WebhookSender implements OnApplicationShutdown {
  private readonly agent: Agent;

  constructor(
    config: WebhooksConfig,
    private readonly limits: DeliveryLimits,
  ) {
    const connect = pinnedConnector({
      policy: addressPolicyOf(config),
      timeoutMs: limits.attemptTimeoutMs,
      authorities: authoritiesOf(config),
    });
    this.agent = new Agent({ connect, allowH2: false });
  }

  /** Sends a request. It never rejects: a failure is a result, too. */
  async send(request: WebhookRequest): Promise<AttemptResult> {
    const endsAt = performance.now() + this.limits.attemptTimeoutMs;
    const first = await this.exchange(request, endsAt);
    return (first.wasStale && performance.now() < endsAt ? await this.exchange(request, endsAt) : first).result;
  }

  /** Nest calls this after the workers have stopped: they still send while the application stops. */
  async onApplicationShutdown(): Promise<void> {
    await this.agent.destroy();
  }

  private exchange({ url, headers, body }: WebhookRequest, endsAt: number): Promise<AttemptEnd> {
    const { origin, pathname, search } = new URL(url);
    return Exchange.run(this.limits.responseBytesMax, endsAt - performance.now(), (exchange) => {
      this.agent.dispatch({ origin, path: `${pathname}${search}`, method: 'POST', headers, body }, exchange);
    });
  }
}
