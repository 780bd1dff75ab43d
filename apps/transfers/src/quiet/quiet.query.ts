import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Operation, ref } from '@halyard/contracts';
import type { WaitingFor } from '@halyard/contracts/sandbox-clock';
import { Clock, pause } from '@halyard/core';
import { accountOf } from '@halyard/http';
import { Quiet, type QuietState } from './quiet.js';
import { RunningAdvances } from './running-advances.js';

const LOOK_MS = 50;

export interface QuietNow {
  readonly state: QuietState;
  /** By the account's clock. */
  readonly now: Date;
}

/** Waits until nothing is under way in the account, for at most so many seconds. */
export class GetQuiet extends Query<QuietNow> {
  constructor(
    readonly operation: Operation,
    readonly waitSeconds: number,
    /** Aborts when nobody waits for the answer any more. */
    readonly end: AbortSignal,
  ) {
    super();
  }
}

@QueryHandler(GetQuiet)
export class GetQuietHandler implements IQueryHandler<GetQuiet> {
  constructor(
    private readonly quiet: Quiet,
    private readonly advances: RunningAdvances,
    private readonly clock: Clock,
  ) {}

  async execute({ operation, waitSeconds, end }: GetQuiet): Promise<QuietNow> {
    const accountId = accountOf(operation);
    const deadlineMs = performance.now() + waitSeconds * 1_000;
    const advance = await this.runningUntil(accountId, deadlineMs, end);
    const waitMs = Math.max(0, deadlineMs - performance.now());
    const reached = await this.quiet.reach(accountId, { deliveries: true, waitMs, signal: end, operation });
    return { state: advance === undefined ? reached : heldBy(advance, reached), now: await this.clock.now(accountId) };
  }

  /** Waits for the end of the advance that goes on. @returns the advance if it still goes on at the deadline */
  private async runningUntil(accountId: string, deadlineMs: number, end: AbortSignal): Promise<string | undefined> {
    const first = await this.advances.of(accountId);
    let running = first;
    while (running !== undefined && running === first && performance.now() < deadlineMs && !end.aborted) {
      await pause(LOOK_MS, end);
      running = await this.advances.of(accountId);
    }
    return running === first ? running : undefined;
  }
}

function heldBy(advance: string, { events, ...reached }: QuietState): QuietState {
  const own: WaitingFor = { what: 'advance', count: 1, example: ref('sandbox-clock-advance', advance) };
  return { quiet: false, waitingFor: [own, ...(reached.quiet ? [] : reached.waitingFor)], events };
}
