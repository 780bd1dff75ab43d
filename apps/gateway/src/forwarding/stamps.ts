import { Inject, Injectable } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { timeAfter } from '@halyard/contracts/sandbox-clock';
import { backoffMs, Clock, pause } from '@halyard/core';
import { Bytes, type ServiceAnswer } from '@halyard/http';
import { KnownSteps } from './known-steps.js';
import { StepFollower } from './step-follower.js';

/** For how long an operation is stamped anew, in milliseconds. */
const STAMPED_FOR_MS = 8_000;
const PAUSE_MS = { first: 5, max: 250 };
/** The deliveries of a call are numbered from here on: it never makes as many. The number has four hex digits. */
const DELIVERIES_OF_A_CALL = 0x100;
const CALLS_MAX = 0xff;

export type UnstampedOperation = Omit<Operation, 'at' | 'step'>;
type Answer = ServiceAnswer | Bytes;

/**
 * Stamps operations with their account's time, and with the step of its clock to which that time belongs (ADR 135). An
 * owner that knows another step refuses the operation before any effect.
 */
@Injectable()
export class Stamps {
  constructor(
    private readonly known: KnownSteps,
    @Inject(StepFollower) private readonly follower: Pick<StepFollower, 'hears'>,
    private readonly clock: Clock,
  ) {}

  /** The system's time if no account asks, or if the account's time is real as far as anybody here knows. */
  stamp({ principal }: Pick<Operation, 'principal'>): Pick<Operation, 'at' | 'step'> {
    const system = this.clock.system();
    const made = principal.kind === 'application' ? this.known.of(principal.accountId) : undefined;
    if (!made || made.mode === 'real') return { at: system.toISOString() };
    return { at: timeAfter(made, system).toISOString(), step: made.step };
  }

  /**
   * Sends an operation. While its owner knows another step of the account's clock, it is stamped anew and sent again,
   * as the same operation.
   *
   * @param mayRepeat whether the request can still be sent again
   * @returns the owner's answer, or its last refusal
   */
  async send<Given extends Answer>(
    unstamped: UnstampedOperation,
    deliver: (operation: Operation) => Promise<Given>,
    mayRepeat: () => boolean = () => true,
  ): Promise<Given | ServiceAnswer> {
    let operation: Operation = { ...unstamped, ...this.stamp(unstamped) };
    let answer: Given | ServiceAnswer = await deliver(operation);
    let moved = clockStepIn(answer);
    const untilMs = performance.now() + STAMPED_FOR_MS;
    for (let refusals = 1; moved !== undefined && mayRepeat(); refusals += 1) {
      if (!(await this.mayBeCurrent(operation, moved, refusals, untilMs))) break;
      const repeats = Math.min(refusals, CALLS_MAX) * DELIVERIES_OF_A_CALL;
      operation = { ...unstamped, ...this.stamp(unstamped), repeats };
      answer = await deliver(operation);
      moved = clockStepIn(answer);
    }
    return answer;
  }

  /** Waits until another delivery may be accepted. @returns false when it is time to give up */
  private async mayBeCurrent(operation: Operation, moved: number, refusals: number, untilMs: number): Promise<boolean> {
    const { principal, step = 0 } = operation;
    const isBehind = principal.kind === 'application' && moved > step;
    if (isBehind && !(await this.follower.hears(principal.accountId, moved, untilMs))) return false;
    // Sending the same stamp again helps if the owner has not heard of the step yet, or stamps the operation itself.
    if (this.stamp(operation).step === operation.step) await pause(backoffMs(refusals, PAUSE_MS));
    return performance.now() < untilMs;
  }
}

const clockStepIn = (answer: Answer): number | undefined =>
  answer instanceof Bytes || answer.body.type !== 'error' ? undefined : answer.body.clockStep;
