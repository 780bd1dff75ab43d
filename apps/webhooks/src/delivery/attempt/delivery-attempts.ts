import { Injectable } from '@nestjs/common';
import { atMost } from '@halyard/core';
import { RequestLog, withSpan } from '@halyard/observability';
import { Sealer } from '@halyard/persistence';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import { type PublicFace, publicFaceOf, WebhooksConfig } from '../../config.js';
import { restartedFrom } from '../../recovery/restarts.rows.js';
import { SECRET_CONTEXT } from '../../subscription/subscription.entity.js';
import type { Attempt, AttemptResult, ClaimedDelivery } from '../delivery.js';
import { attemptLine } from './attempt-line.js';
import type { Secrets } from './signed-message.js';
import { signaturesOf, webhookBody, webhookHeaders } from './signed-message.js';
import { WebhookSender } from './webhook-sender.js';

/** How many decrypted secrets are cached: decrypting one for each delivery would cost more than sending it. */
const SECRETS_MAX = 1_000;
const SECRET_TTL_MS = 60_000;

/** The attributes of an outcome, named by OpenTelemetry's conventions for HTTP clients. */
const outcomeOf = (result: AttemptResult): Record<string, string | number> =>
  'statusCode' in result ? { 'http.response.status_code': result.statusCode } : { 'error.type': result.error };

@Injectable()
export class DeliveryAttempts {
  private readonly face: PublicFace;
  /** Decrypted secrets by their sealed bytes. A subscription's new secret has other bytes, so it gets its own entry. */
  private readonly secrets = new LRUCache<string, string>({ ...atMost(SECRETS_MAX), ttl: SECRET_TTL_MS });

  constructor(
    config: WebhooksConfig,
    private readonly sender: WebhookSender,
    private readonly sealer: Sealer,
    private readonly log: RequestLog,
    private readonly dataSource: DataSource,
  ) {
    this.face = publicFaceOf(config);
  }

  /** Makes one attempt. @throws Error, before anything is sent, if the secret can't be decrypted */
  make(delivery: ClaimedDelivery, at: Date): Promise<Pick<Attempt, 'result' | 'signatures'>> {
    const { id, event } = delivery;
    const attributes = { 'webhook.delivery.id': id, 'webhook.event.id': event.id, 'webhook.topic': event.topic };
    const { traceparent } = event;
    return withSpan('attempt webhook', { kind: 'CLIENT', traceparent, attributes }, async (span) => {
      const body = webhookBody(delivery, this.face);
      const signatures = signaturesOf(event, body, at, await this.secretsOf(delivery));
      const restarted = await restartedFrom(this.dataSource.manager, delivery.subscription.id, delivery.sequence);
      const headers = webhookHeaders({ ...delivery, restartedFrom: restarted }, at, signatures, this.face);
      const url = delivery.url ?? delivery.subscription.url;
      const startedAt = performance.now();
      const result = await this.sender.send({ url, body, headers });
      span.setAttributes(outcomeOf(result));
      if (this.log.isOn)
        this.log.write(attemptLine(delivery, { url, result, durationMs: performance.now() - startedAt }));
      return { result, signatures };
    });
  }

  private async secretsOf({ subscription, event: { accountId } }: ClaimedDelivery): Promise<Secrets> {
    const { sealedSecret, sealedNextSecret } = subscription;
    const current = await this.open(accountId, sealedSecret);
    return { current, next: sealedNextSecret && (await this.open(accountId, sealedNextSecret)) };
  }

  private async open(accountId: string, sealed: Buffer): Promise<string> {
    const key = sealed.toString('latin1');
    const known = this.secrets.get(key);
    if (known !== undefined) return known;
    const secret = await this.sealer.open(accountId, SECRET_CONTEXT, sealed);
    this.secrets.set(key, secret);
    return secret;
  }
}
