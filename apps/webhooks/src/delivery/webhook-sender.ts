import { Injectable } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { Dispatcher } from 'undici';
import { Agent } from 'undici';
import { addressPolicyOf, WebhooksConfig } from '../config.js';
import type { AttemptResult } from './attempt.js';
import { attemptErrorOf } from './attempt-error.js';
import { DeliveryLimits } from './delivery-limits.js';
import { pinnedConnector } from './pinned-connector.js';

export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Puts requests on the wire: to checked addresses, within bounds of time and size, and never after a redirect. */
@Injectable()
export class WebhookSender implements OnApplicationShutdown {
  private readonly agent: Agent;

  constructor(
    config: WebhooksConfig,
    private readonly limits: DeliveryLimits,
  ) {
    this.agent = new Agent({ connect: pinnedConnector(addressPolicyOf(config), limits.attemptTimeoutMs) });
  }

  /** Never rejects: whatever happens is what came of the attempt. */
  async send(request: WebhookRequest): Promise<AttemptResult> {
    const signal = AbortSignal.timeout(this.limits.attemptTimeoutMs);
    const first = await this.attempt(request, signal);
    // A kept-alive connection that its peer was just closing says nothing about the peer.
    const lost = 'error' in first && first.error === 'connection-lost';
    return lost && !signal.aborted ? this.attempt(request, signal) : first;
  }

  /** After the workers, which still send while the application stops. */
  async onApplicationShutdown(): Promise<void> {
    await this.agent.destroy();
  }

  private async attempt({ url, headers, body }: WebhookRequest, signal: AbortSignal): Promise<AttemptResult> {
    try {
      const { origin, pathname, search } = new URL(url);
      const path = `${pathname}${search}`;
      const response = await this.agent.request({ origin, path, method: 'POST', headers, body, signal });
      await this.discard(response, signal);
      return { statusCode: response.statusCode };
    } catch (error) {
      return { error: attemptErrorOf(error) };
    }
  }

  /** The status is the answer; what follows it is read only so that the connection can be used again. */
  private async discard({ body }: Dispatcher.ResponseData, signal: AbortSignal): Promise<void> {
    try {
      await body.dump({ limit: this.limits.responseBytesMax, signal });
    } catch {
      body.destroy();
    }
  }
}
