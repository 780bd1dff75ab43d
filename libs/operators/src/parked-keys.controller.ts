import { Body, Controller, Inject, Param, UseGuards } from '@nestjs/common';
import {
  type CollectionAnswer,
  type ConsumingService,
  type FactAnswer,
  type Operation,
  ref,
  type ResourceAnswer,
} from '@halyard/contracts';
import { operatorRoutes } from '@halyard/contracts/operations';
import { Clock, DomainError } from '@halyard/core';
import { actorOf, CurrentOperation, partOf, Serves } from '@halyard/http';
import { IdPipe, keyset, keysetPage, type KeysetQuery, ReadQuery } from '@halyard/input';
import { Changes } from '@halyard/changes';
import { type HeldKey, type KeyOfConsumer, ParkedKeyList } from '@halyard/messaging';
import { CONSUMING_SERVICE } from '@halyard/messaging';
import { OperatorGuard } from './operator.guard.js';
import { parkedKeyAnswer, replayAnswer, skipAnswer, type SkippedNow } from './parked-key.answer.js';
import { SkipMessageDto } from './skip-message.dto.js';

/** The keys with which a service's consumers can't go on. Any replica answers, and replays. */
@Controller()
@UseGuards(OperatorGuard)
export class ParkedKeysController {
  constructor(
    private readonly parking: ParkedKeyList,
    private readonly changes: Changes,
    private readonly clock: Clock,
    @Inject(CONSUMING_SERVICE) private readonly service: ConsumingService,
  ) {}

  /** Lists the keys that were held longest first. */
  @Serves(operatorRoutes.listParkedKeys)
  async listParkedKeys(@ReadQuery(keyset) { limit, anchor }: KeysetQuery): Promise<CollectionAnswer> {
    const page = keysetPage(await this.parking.list({ limit: limit + 1, behind: anchor }), limit);
    return {
      type: 'collection',
      self: ref('listParkedKeys', '', this.service),
      of: 'parked-key',
      items: page.items.map((one) => parkedKeyAnswer(this.service, one)),
      total: await this.parking.heldCount(),
      keyset: page.keyset,
    };
  }

  /** @throws DomainError NotFound once nothing holds the key */
  @Serves(operatorRoutes.getParkedKey)
  async getParkedKey(@Param('id', IdPipe) id: string): Promise<ResourceAnswer<'parked-key'>> {
    return parkedKeyAnswer(this.service, required(await this.parking.find(id)));
  }

  /**
   * A repeat finds the key by its earlier name, and gets the first answer.
   * @throws DomainError NotFound, InvalidResourceState
   */
  @Serves(operatorRoutes.replayParkedKey)
  async replayParkedKey(
    @Param('id', IdPipe) id: string,
    @CurrentOperation() operation: Operation,
  ): Promise<ResourceAnswer<'parked-key-replay'>> {
    const key = await this.keyOf(id, operation);
    await this.parking.replay(key);
    const held = await this.parking.findKey(key);
    const answer = replayAnswer(this.service, id, key, held);
    return this.changes.recordAnswer(operation, answer);
  }

  /**
   * Lets the key skip the message that holds it up, and tries the next ones now. The reason is stored with the message.
   * A repeat of the operation skips nothing more.
   * @throws DomainError NotFound, InvalidResourceState, ValidationError
   */
  @Serves(operatorRoutes.skipParkedMessage)
  async skipParkedMessage(
    @Param('id', IdPipe) id: string,
    @Body() { reason }: SkipMessageDto,
    @CurrentOperation() operation: Operation,
  ): Promise<ResourceAnswer<'parked-key-skip'>> {
    const skipped = await this.skipOnce(id, reason, operation);
    await this.parking.replay(skipped);
    const answer = skipAnswer(this.service, id, skipped, await this.parking.findKey(skipped));
    return this.changes.recordAnswer(operation, answer);
  }

  private async skipOnce(id: string, reason: string, operation: Operation): Promise<SkippedNow> {
    const { applicationId: by, personId } = actorOf(operation);
    const skip = { reason: reason.trim(), by, personId, at: this.clock.system() };
    const skipping = partOf(operation, 'skip');
    const { fact } = await this.changes.run<FactAnswer<SkippedNow>>(skipping, async ({ tx }) => {
      const { consumer, topic, key } = required(await this.parking.find(id, tx));
      const sequence = await this.parking.skip(tx, { consumer, topic, key }, skip);
      // The key is read under the lock that skipping takes, since it may have gone on before.
      required(await this.parking.find(id, tx));
      if (sequence === undefined) throw new DomainError('NotFound');
      return { type: 'fact', fact: { consumer, topic, key, sequence, reason: skip.reason } };
    });
    return fact;
  }

  private async keyOf(id: string, operation: Operation): Promise<KeyOfConsumer> {
    const naming = partOf(operation, 'parked-key');
    const { fact } = await this.changes.run<FactAnswer<KeyOfConsumer>>(naming, async ({ tx }) => {
      const { consumer, topic, key } = required(await this.parking.find(id, tx));
      return { type: 'fact', fact: { consumer, topic, key } };
    });
    return fact;
  }
}

function required(held: HeldKey | undefined): HeldKey {
  if (!held) throw new DomainError('NotFound');
  return held;
}
