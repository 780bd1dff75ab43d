import type { ServerInterceptor } from '@grpc/grpc-js';
import { ServerInterceptingCall } from '@grpc/grpc-js';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppendOutcome, EventLog, ExpectedVersion } from './event-log.js';
import type { ProposedEvent } from './events.js';

/** The server's value for an unknown position. */
const UNKNOWN_POSITION = 2n ** 64n - 1n;

/** The faults of the double, set by tests. */
export class Faults {
  /** How long the answer to an append is delayed after the commit, in milliseconds; with `Infinity` it never comes. */
  answerDelayMs = 0;
  /** Receives and sends nothing, and keeps its connections. */
  isFrozen = false;
  forgetsRepeats = false;
  hidesPositions = false;
  /** Number of received appends, including lost ones. */
  appends = 0;
  private losing: 'before-commit' | 'after-commit' | undefined;
  private isTimingOut = false;

  constructor(private readonly cut: () => void) {}

  /** Makes the next append lose every connection, either before it is committed or after it but before the answer. */
  loseNextAppend(when: 'before-commit' | 'after-commit'): void {
    this.losing = when;
  }

  /** The next append is committed, but ends as if its replicas had not confirmed in time. */
  timeOutNextAppend(): void {
    this.isTimingOut = true;
  }

  /** Appends with the chosen faults. Undefined if there is to be no answer. */
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
