import { Injectable } from '@nestjs/common';
import { created, type CreatedAnswer, type Operation } from '@halyard/contracts';
import type { WebhooksFact } from '@halyard/contracts/webhooks';
import { DomainError, type Fault, newId, validationError } from '@halyard/core';
import { timeOf } from '@halyard/http';
import { type Change, Changes } from '@halyard/changes';
import { refuseLost } from '@halyard/lists';
import { holdAlone } from '@halyard/persistence';
import type { EntityManager } from 'typeorm';
import { addressPolicyOf, WebhooksConfig } from '../config.js';
import { type EventNumbers, numbersOf } from '../pull/numbered-events.rows.js';
import { subscriberOf } from '../subscription/subscription.answer.js';
import { Subscription } from '../subscription/subscription.entity.js';
import { faultOfUrl } from '../subscription/url-fault.js';
import type { CreateReplayDto } from './create-replay.dto.js';
import { DueReplays } from './due-replays.js';
import { Replay } from './replay.entity.js';
import { forgetOld } from './replay-queue.rows.js';

/** How many replays of one subscription may run at a time. */
const RUNNING_MAX = 5;

@Injectable()
export class ReplayCreation {
  constructor(
    private readonly changes: Changes,
    private readonly dueReplays: DueReplays,
    private readonly config: WebhooksConfig,
  ) {}

  /**
   * @throws DomainError NotFound; ValidationError for an address that could never be reached, an empty range, or
   * numbers that no event has; Gone if the first event is no longer stored; MaxNumberOfResources
   */
  async create(subscriptionId: string, body: CreateReplayDto, operation: Operation): Promise<CreatedAnswer> {
    const subscriber = subscriberOf(operation);
    const { url } = body;
    const unreachable = url === undefined ? undefined : faultOfUrl(url, addressPolicyOf(this.config));
    if (unreachable) throw validationError(unreachable);
    return this.changes.run(operation, async (change) => {
      const { tx } = change;
      await holdAlone(tx, `replays of ${subscriptionId}`);
      // The row of the subscription stays locked until the commit, since a subscription that is being deleted must not
      // get a replay. The lock is as strong as that of any writer of the row: two transactions that hold a weaker one
      // can deadlock.
      const lock = { mode: 'for_no_key_update' } as const;
      const subscription = await tx.findOne(Subscription, { where: { id: subscriptionId, ...subscriber }, lock });
      const numbers = subscription && (await numbersOf(tx, subscriptionId, subscriber));
      if (!subscription || !numbers) throw new DomainError('NotFound');
      await requirePlace(tx, subscriptionId);
      await forgetOld(tx, subscriptionId);
      const replay = replayOf(subscriptionId, body, numbers, timeOf(operation));
      await tx.insert(Replay, replay);
      await this.dueReplays.begin(replay, tx);
      await record(change, replay, subscription);
      return created('replay', replay.id);
    });
  }
}

async function requirePlace(tx: EntityManager, subscriptionId: string): Promise<void> {
  const running = await tx
    .createQueryBuilder(Replay, 'replay')
    .where('replay.subscriptionId = :subscriptionId AND replay.queued < replay.toSequence', { subscriptionId })
    .getCount();
  if (running >= RUNNING_MAX) throw new DomainError('MaxNumberOfResources');
}

const dateOf = (text: string | undefined): Date | null => (text === undefined ? null : new Date(text));

function replayOf(subscriptionId: string, body: CreateReplayDto, numbers: EventNumbers, createdAt: Date): Replay {
  const { fromSequence = numbers.oldest, toSequence = numbers.newest } = body;
  requireStretch(fromSequence, toSequence, body, numbers);
  const end = dateOf(body.endDate);
  return {
    id: newId(),
    subscriptionId,
    fromSequence,
    toSequence,
    createdFrom: dateOf(body.startDate),
    createdBefore: end && new Date(end.getTime() + 1),
    url: body.url ?? null,
    queued: fromSequence - 1,
    events: 0,
    createdAt,
  };
}

/** Checks that the range is not empty and still stored. @throws DomainError ValidationError, Gone */
function requireStretch(from: number, to: number, body: CreateReplayDto, { oldest, newest, gaps }: EventNumbers): void {
  if (body.fromSequence !== undefined) refuseLost(from, gaps, '/fromSequence');
  if (body.toSequence !== undefined) refuseLost(to, gaps, '/toSequence');
  const faults: Fault[] = [];
  const invalid = (field: string, message: string) => faults.push({ code: 'Invalid', message, path: `/${field}` });
  if (body.fromSequence !== undefined && from > newest) invalid('fromSequence', 'No event has this number yet.');
  if (body.toSequence !== undefined && (to > newest || to < from))
    invalid('toSequence', 'It ends before it begins, or where no event is yet.');
  const { startDate, endDate } = body;
  if (startDate !== undefined && endDate !== undefined && new Date(startDate) > new Date(endDate))
    invalid('endDate', 'It ends before it begins.');
  if (faults.length > 0) throw validationError(...faults);
  if (from < oldest) throw new DomainError('Gone', { message: `The oldest event that is kept has number ${oldest}.` });
}

async function record(change: Change, { id, subscriptionId, createdAt }: Replay, of: Subscription): Promise<void> {
  const { accountId, applicationId } = of;
  const data = { replayId: id, subscriptionId, accountId, applicationId };
  const fact: WebhooksFact = { type: 'webhooks.replay-requested.v1', data };
  await change.record({ key: subscriptionId, accountId, ...fact, at: createdAt });
}
