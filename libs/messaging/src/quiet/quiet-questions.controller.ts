import { Body, Controller, Inject, Optional, Param } from '@nestjs/common';
import {
  type ConsumingService,
  consumingServices,
  type FactAnswer,
  ref,
  type ServiceName,
  sharedServiceRoutes,
} from '@halyard/contracts';
import type {} from '@halyard/contracts/operations';
import { type QuietAnswer, type QuietQuestion, quietQuestion, type WaitingFor } from '@halyard/contracts/sandbox-clock';
import { DomainError, isId } from '@halyard/core';
import { Serves } from '@halyard/http';
import { SERVICE_NAME } from '@halyard/observability';
import { DataSource } from 'typeorm';
import { Consumers } from '../inbox/consumers.js';
import { FIRST_PLACE, type TopicConsumer, parkedOf, unreachedOf, writtenAfter } from './quiet-questions.rows.js';
import { WorkUnderWay } from './under-way.js';

const PLACE = /^\d{1,20}:\d{1,19}$/;

/** Tells what the service wrote for an account, and what it still has to do in it. */
@Controller()
export class QuietQuestionsController {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(SERVICE_NAME) private readonly service: ServiceName,
    @Optional() private readonly consumers?: Consumers,
    @Optional() private readonly underWay?: WorkUnderWay,
  ) {}

  /** @throws DomainError BadRequest */
  @Serves(sharedServiceRoutes.askWhetherQuiet)
  async answer(@Param('id') accountId: string, @Body() body: unknown): Promise<FactAnswer<QuietAnswer>> {
    const { data: question } = quietQuestion.safeParse(body);
    const after = question?.written?.after ?? FIRST_PLACE;
    if (!question || !isId(accountId) || !PLACE.test(after)) throw new DomainError('BadRequest');
    const { deliveries, bound } = question;
    // What the own work writes is named only if the work is looked at first.
    const own = question.keys.length === 0 ? await this.underWay?.of(accountId, { deliveries, bound }) : undefined;
    const written = question.written && (await writtenAfter(this.dataSource, accountId, after));
    const reached = await this.reached(accountId, question);
    return {
      type: 'fact',
      fact: {
        unreached: reached.unreached,
        waitingFor: [...(own?.waitingFor ?? []), ...reached.parked],
        ...(written && { written }),
        ...(own?.bound !== undefined && { bound: own.bound }),
        ...(own?.events !== undefined && { events: own.events }),
      },
    };
  }

  private async reached(accountId: string, { keys }: QuietQuestion) {
    if (!this.consumers) return { unreached: [], parked: [] };
    const listening = this.consumers.runners.flatMap(({ definition: { name: consumer, topics } }) =>
      topics.map((topic): TopicConsumer => ({ consumer, topic })),
    );
    const named = keys.map((one) => ({ ...one, topic: `${one.source}.events.v1` as const }));
    const unreached = await unreachedOf(this.dataSource, named, listening);
    const parked = await parkedOf(this.dataSource, accountId, unreached);
    return { unreached: unreached.map(({ topic: _, ...one }) => one), parked: this.parkedKeys(parked) };
  }

  private parkedKeys([first, ...others]: readonly string[]): WaitingFor[] {
    if (first === undefined) return [];
    const service: ConsumingService | undefined = consumingServices.find((name) => name === this.service);
    return [{ what: 'parked', count: others.length + 1, example: ref('parked-key', first, service) }];
  }
}
