import { Injectable } from '@nestjs/common';
import { withSpan } from '@halyard/observability';
import { Sealer } from '@halyard/persistence';
import { LRUCache } from 'lru-cache';
import { WebhooksConfig } from '../config.js';
import { SECRET_CONTEXT } from '../subscription/subscription.entity.js';
import type { PublicFace } from '../event/event-message.js';
import type { AttemptResult } from './attempt.js';
import type { ClaimedDelivery } from './delivery-queue.rows.js';
import { signatureOf, webhookBody, webhookHeaders } from './webhook-message.js';
import { WebhookSender } from './webhook-sender.js';

/** Opened secrets that are kept at hand: opening one for each delivery would cost more than sending it. */
const SECRETS_MAX = 1_000;
const SECRET_TTL_MS = 60_000;

/** By the names of OpenTelemetry's conventions for HTTP clients. */
const outcomeOf = (result: AttemptResult): Record<string, string | number> =>
  'statusCode' in result ? { 'http.response.status_code': result.statusCode } : { 'error.type': result.error };

/** Makes the signed message of a delivery, and one attempt to deliver it. */
@Injectable()
export class DeliveryAttempts {
  private readonly face: PublicFace;
  private readonly secrets = new LRUCache<string, string>({ max: SECRETS_MAX, ttl: SECRET_TTL_MS });

  constructor(
    config: WebhooksConfig,
    private readonly sender: WebhookSender,
    private readonly sealer: Sealer,
  ) {
    this.face = { baseUrl: config.publicBaseUrl, vendorWord: config.vendorWord };
  }

  /** @throws Error when the secret can't be opened: nothing was sent */
  make(delivery: ClaimedDelivery): Promise<AttemptResult> {
    const { id, event } = delivery;
    const attributes = { 'webhook.delivery.id': id, 'webhook.event.id': event.id, 'webhook.topic': event.topic };
    const { traceparent } = event;
    return withSpan('attempt webhook', { kind: 'CLIENT', traceparent, attributes }, async (span) => {
      const result = await this.send(delivery);
      span.setAttributes(outcomeOf(result));
      return result;
    });
  }

  private async send(delivery: ClaimedDelivery): Promise<AttemptResult> {
    const body = webhookBody(delivery, this.face);
    const signature = signatureOf(body, await this.secretOf(delivery));
    return this.sender.send({ url: delivery.url, body, headers: webhookHeaders(delivery, signature, this.face) });
  }

  private async secretOf({ subscriptionId, sealedSecret, event }: ClaimedDelivery): Promise<string> {
    const known = this.secrets.get(subscriptionId);
    if (known !== undefined) return known;
    const secret = await this.sealer.open(event.accountId, SECRET_CONTEXT, sealedSecret);
    this.secrets.set(subscriptionId, secret);
    return secret;
  }
}
