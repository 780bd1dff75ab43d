import { setTimeout as sleep } from 'node:timers/promises';
import type { AppendOutcome, EventLog, ExpectedVersion, ProposedEvent } from './event-log.js';

/** What a server says in place of a position that it does not know. */
const UNKNOWN_POSITION = 2n ** 64n - 1n;

/** What a test has the double do wrong. */
export class Faults {
  /** How long the answer to an append waits once it is committed; with `Infinity` it never comes. */
  answerDelayMs = 0;
  /** Takes the same append again for another one. */
  forgetsRepeats = false;
  /** Answers an append without its position. */
  hidesPositions = false;
  /** Appends that came, also those that were lost. */
  appends = 0;
  private losing: 'before-commit' | 'after-commit' | undefined;

  constructor(private readonly cut: () => void) {}

  /** The next append loses every connection: it never happened, or it happened and nobody was told. */
  loseNextAppend(when: 'before-commit' | 'after-commit'): void {
    this.losing = when;
  }

  /** Appends as ordered. Undefined where nothing is to be answered. */
  async append(
    log: EventLog,
    stream: string,
    expected: ExpectedVersion,
    events: readonly ProposedEvent[],
  ): Promise<AppendOutcome | undefined> {
    this.appends += 1;
    const { losing } = this;
    this.losing = undefined;
    const outcome = losing === 'before-commit' ? undefined : this.commit(log, stream, expected, events);
    if (losing) {
      this.cut();
      return undefined;
    }
    if (this.answerDelayMs === Infinity) return undefined;
    if (this.answerDelayMs > 0) await sleep(this.answerDelayMs);
    return outcome;
  }

  private commit(
    log: EventLog,
    stream: string,
    expected: ExpectedVersion,
    events: readonly ProposedEvent[],
  ): AppendOutcome {
    const current = log.stream(stream).length - 1;
    if (this.forgetsRepeats && typeof expected === 'number' && expected < current) {
      return { wrongExpectedVersion: current };
    }
    const outcome = log.append(stream, expected, events);
    return this.hidesPositions && 'position' in outcome ? { ...outcome, position: UNKNOWN_POSITION } : outcome;
  }
}
