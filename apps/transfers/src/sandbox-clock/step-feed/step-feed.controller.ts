import { Controller, Param } from '@nestjs/common';
import { type FactAnswer, serviceRoutes } from '@halyard/contracts';
import { CLOCK_PAGE, CLOCK_WAIT_SECONDS, type ClockPage, type ClockStep } from '@halyard/contracts/sandbox-clock';
import { DomainError } from '@halyard/core';
import { Serves, WaitEnd } from '@halyard/http';
import { DeclaredQuery, IdPipe, ReadQuery, terms, type ValuesOf } from '@halyard/input';
import { DataSource } from 'typeorm';
import { CLOCK_STEPS_CHANNEL, findClock, hasStepNumber, stepsAfter } from '../clocks.rows.js';
import { Notifications } from '../notifications.js';

const feedQuery = new DeclaredQuery({
  after: terms.wholeNumber(0, 9_999_999_999, 0),
  wait: terms.wholeNumber(0, CLOCK_WAIT_SECONDS, 0),
});

/** Tells gateways of the steps of accounts' clocks as they begin to hold. */
@Controller()
export class StepFeedController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly notifications: Notifications,
  ) {}

  @Serves(serviceRoutes.listClockSteps)
  async list(
    @ReadQuery(feedQuery) { after, wait }: ValuesOf<typeof feedQuery>,
    @WaitEnd() signal: AbortSignal,
  ): Promise<FactAnswer<ClockPage>> {
    const news = await this.notifications.until(
      () => this.read(after),
      { channel: CLOCK_STEPS_CHANNEL },
      { waitMs: wait * 1_000, signal },
    );
    return { type: 'fact', fact: news ?? { number: after, steps: [], isReset: false } };
  }

  /** @throws DomainError NotFound for an account whose time has always been real */
  @Serves(serviceRoutes.getClockStep)
  async get(@Param('id', IdPipe) id: string): Promise<FactAnswer<ClockStep>> {
    const clock = await findClock(this.dataSource, id);
    if (!clock || clock.held.step === 0) throw new DomainError('NotFound');
    return { type: 'fact', fact: clock.held };
  }

  private async read(after: number): Promise<ClockPage | undefined> {
    if (!(await hasStepNumber(this.dataSource, after))) return { number: 0, steps: [], isReset: true };
    const numbered = await stepsAfter(this.dataSource, after, CLOCK_PAGE);
    const last = numbered.at(-1);
    return last && { number: last.number, steps: numbered.map(({ step }) => step), isReset: false };
  }
}
