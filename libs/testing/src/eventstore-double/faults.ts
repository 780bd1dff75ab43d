import type { ServerInterceptor } from '@grpc/grpc-js';
import { ServerInterceptingCall } from '@grpc/grpc-js';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppendOutcome, EventLog, ExpectedVersion } from './event-log.js';
import type { ProposedEvent } from './events.js';

/** The value that the server sends for a position that it does not know. */
const UNKNOWN_POSITION = 2n ** 64n - 1n;

/** The faults that a test can give the double. */
export class Faults {
  /** How long after its commit an append is answered, in milliseconds; with `Infinity` it never is. */
  answerDelayMs = 0;
  /** Whether the double keeps its connections but neither receives nor sends. */
  isFrozen = false;
  forgetsRepeats = false;
  hidesPositions = false;
  /** How many appends were received, including lost ones. */
  appends = 0;
  private losing: 'before-commit' | 'after-commit' | undefined;
  private isTimingOut = false;

  constructor(private readonly cut: () => void) {}

  /** Makes the next append lose every connection: before its commit, or between its commit and its answer. */
  loseNextAppend(when: 'before-commit' | 'after-commit'): void {
    this.losing = when;
  }

  /** Makes the next append end as if its replicas had not confirmed it in time, although it is committed. */
  timeOutNextAppend(): void {
    this.isTimingOut = true;
  }

  /** Appends with the faults that the test chose. @returns undefined if the append gets no answer */
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

/** Stops messages between a frozen double and its calls. */
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
