import type { Claim } from '@halyard/core';
import type { Append, Appended, EventStore, Submission } from './event-store.js';
import { WrongExpectedRevision } from './event-store.js';

let begun = 0;

/**
 * A chain of decisions. Each is made on the state that the earlier ones will leave, and its events are stored only if
 * everything that it rests on is stored. A chain never waits between its links; its caller answers once the chain is
 * committed.
 */
export class Chain {
  /** Earlier chains go first when several wait; a chain that is decided again keeps its rank. */
  readonly rank: number;
  private fallen: Error | undefined;
  private readonly links: Submission[] = [];
  private tips: Submission[] = [];
  private claim: Claim | undefined;
  private readonly hear = (outcome: Appended | Error): void => {
    if (outcome instanceof Error) this.fallen ??= outcome;
  };

  constructor(
    private readonly store: EventStore,
    again?: Pick<Chain, 'rank'>,
  ) {
    this.rank = again?.rank ?? (begun += 1);
  }

  /** Why nothing of the chain can be stored any more, once that is known. */
  get failure(): Error | undefined {
    return this.fallen;
  }

  /** Somebody else holds its claim: it fails however often it is decided again. */
  get isUnclaimed(): boolean {
    return this.claim?.stands === false;
  }

  /** Submits an append that rests on everything the chain has appended and seen so far. */
  append(append: Append, after: Submission | undefined = undefined): Submission {
    if (after) this.restOn(after);
    this.claim ??= append.claim;
    const submission = this.store.submit(append, this.tips);
    this.links.push(submission);
    this.tips = [submission];
    this.heed(submission);
    return submission;
  }

  /** The chain was decided on what this submission appends, though it appends nothing itself there. */
  restOn(submission: Submission): void {
    if (this.tips.includes(submission)) return;
    this.tips.push(submission);
    this.heed(submission);
  }

  /**
   * Resolves once everything that the chain rests on is committed.
   *
   * @throws WrongExpectedRevision, ClaimLost, PredecessorLost, EventStoreUnavailable
   */
  async committed(): Promise<readonly Appended[]> {
    return Promise.all(this.tips.map(({ committed }) => committed));
  }

  /** Whether a link of this chain itself lost against another writer; waits until each link has its outcome. */
  async hasLostRace(): Promise<boolean> {
    const outcomes = await Promise.allSettled(this.links.map(({ committed }) => committed));
    return outcomes.some(({ status, ...rest }) => status === 'rejected' && isRace(rest));
  }

  private heed(submission: Submission): void {
    submission.whenKnown(this.hear);
  }
}

const isRace = (outcome: object): boolean => 'reason' in outcome && outcome.reason instanceof WrongExpectedRevision;
