import type { ServerInterceptor } from '@grpc/grpc-js';
import { ServerInterceptingCall } from '@grpc/grpc-js';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppendOutcome, EventLog, ExpectedVersion } from './event-log.js';
import type { ProposedEvent } from './events.js';

/** What a server sends in place of a position that it does not know. */
const UNKNOWN_POSITION = 2n ** 64n - 1n;

/** The faults of the double, set by tests. */
export class Faults {
  /** How long the answer to an append is delayed after the commit, in milliseconds; with `Infinity` it never comes. */
  answerDelayMs = 0;
  /** Receives and sends nothing, and keeps its connections. */
  isFrozen = false;
  /** Treats a repeated append as a different one. */
  forgetsRepeats = false;
  /** Answers an append without its position. */
  hidesPositions = false;
  /** Appends received, lost ones included. */
  appends = 0;
  private losing: 'before-commit' | 'after-commit' | undefined;
  private isTimingOut = false;

  constructor(private readonly cut: () => void) {}

  /** Makes the next append lose every connection, either before it is committed or after it but before the answer. */
  loseNextAppend(when: 'before-commit' | 'after-commit'): void {
    this.losing = when;
  }

  /** Makes the next append end as one does that its replicas did not confirm in time; it is committed all the same. */
  timeOutNextAppend(): void {
    this.isTimingOut = true;
  }

  /** Appends with the chosen faults. Undefined when there is to be no answer. */
  async append(
    log: EventLog,
    stream: string,
    expected: ExpectedVersion,
    events: readonly ProposedEvent[],
  ): Promise<AppendOutcome | 'timeout' | undefined> {
    this.appends += 1;
    const { losing, isTimingOut } = this;
    this.losing = undefined;
    this.isTimingOut = false;
    const outcome = losing === 'before-commit' ? undefined : this.commit(log, stream, expected, events);
    if (losing) {
      this.cut();
      return undefined;
    }
    if (this.answerDelayMs === Infinity) return undefined;
    await log.disk.committed();
    if (this.answerDelayMs > 0) await sleep(this.answerDelayMs);
    return isTimingOut ? 'timeout' : outcome;
  }

  private commit(
    log: EventLog,
    stream: string,
    expected: ExpectedVersion,
    events: readonly ProposedEvent[],
  ): AppendOutcome {
    const current = log.revision(stream);
    if (this.forgetsRepeats && typeof expected === 'number' && expected < current) {
      return { wrongExpectedVersion: current };
    }
    const outcome = log.append(stream, expected, events);
    return this.hidesPositions && typeof outcome === 'object' && 'position' in outcome
      ? { ...outcome, position: UNKNOWN_POSITION }
      : outcome;
  }
}

/** Between a frozen double and its calls. */
export const freezing =
  (faults: Faults): ServerInterceptor =>
  (_, call) => {
    const unlessFrozen = <Passed>(passed: Passed, pass: (passed: Passed) => void): void => {
      if (!faults.isFrozen) pass(passed);
    };
    return new ServerInterceptingCall(call, {
      start: (next) => next({ onReceiveMetadata: unlessFrozen, onReceiveMessage: unlessFrozen }),
      sendMessage: (message, pass) => unlessFrozen(message, pass),
    });
  };
