import { Injectable } from '@nestjs/common';
import { created, type CreatedAnswer, type Operation } from '@halyard/contracts';
import type { WebhooksFact } from '@halyard/contracts/webhooks';
import { DomainError, newId, validationError } from '@halyard/core';
import { booleanOf } from '@halyard/input';
import { applicationOf, timeOf } from '@halyard/http';
import { Changes } from '@halyard/changes';
import { holdAlone, Sealer } from '@halyard/persistence';
import { addressPolicyOf, WebhooksConfig } from '../../config.js';
import { SECRET_CONTEXT, Subscription } from '../subscription.entity.js';
import { keptTopics } from '../subscription.rules.js';
import { faultOfUrl } from '../url-fault.js';
import type { CreateSubscriptionDto } from './create-subscription.dto.js';
import { SubscriptionOwners } from './subscription-owners.js';

/** The most subscriptions of one application (reference facts, 10.1). */
const SUBSCRIPTIONS_MAX = 10;

@Injectable()
export class SubscriptionCreation {
  constructor(
    private readonly changes: Changes,
    private readonly sealer: Sealer,
    private readonly owners: SubscriptionOwners,
    private readonly config: WebhooksConfig,
  ) {}

  /** @throws DomainError ValidationError for an address that could never be reached, or for the named application */
  async create(body: CreateSubscriptionDto, operation: Operation): Promise<CreatedAnswer> {
    const { url, secret } = body;
    const { accountId } = applicationOf(operation);
    const unreachable = faultOfUrl(url, addressPolicyOf(this.config));
    if (unreachable) throw validationError(unreachable);
    const applicationId = await this.owners.of(operation, body.application);
    const wishes = {
      url,
      description: body.description ?? null,
      topics: body.topics ? keptTopics(body.topics) : null,
      strictOrder: booleanOf(body.strictOrder) ?? false,
    };
    const sealedSecret = await this.sealer.seal(accountId, SECRET_CONTEXT, secret);
    const sealed = await this.sealer.seal(accountId, 'webhooks.subscription-created', JSON.stringify(wishes));

    return this.changes.run(operation, async (change) => {
      const { tx } = change;
      // Creations of one application run one after the other: two together might both see room for one more.
      await holdAlone(tx, `subscriptions of ${applicationId}`);
      if ((await tx.countBy(Subscription, { applicationId })) >= SUBSCRIPTIONS_MAX) {
        throw new DomainError('MaxNumberOfResources');
      }
      const id = newId();
      const at = timeOf(operation);
      const row = {
        id,
        accountId,
        applicationId,
        ...wishes,
        sealedSecret,
        sealedNextSecret: null,
        failures: 0,
        paused: false,
        pauseReason: null,
        createdAt: at,
      };
      await tx.insert(Subscription, row);

      const data = { subscriptionId: id, accountId, applicationId };
      const fact: WebhooksFact = { type: 'webhooks.subscription-created.v1', data };
      await change.record({ key: id, accountId, ...fact, at, sealed });
      return created('webhook-subscription', id);
    });
  }
}
