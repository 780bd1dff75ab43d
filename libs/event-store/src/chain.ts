import type { Claim } from '@halyard/core';
import type { Append, AppendResult, EventStore, Submission } from './event-store.js';
import { WrongExpectedRevision } from './event-store.js';

let begun = 0;

/**
 * A chain of appends by one caller. Each link is decided on the state that earlier links will leave, without waiting
 * for them. The chain is stored only if everything that it rests on is stored, and the caller answers once it is
 * committed.
 */
export class Chain {
  /**
   * The place of the chain among waiting chains: the lowest rank goes first. A chain that is decided again keeps its
   * rank.
   */
  readonly rank: number;
  private fallen: Error | undefined;
  private readonly links: Submission[] = [];
  private tips: Submission[] = [];
  private claim: Claim | undefined;
  private readonly hear = (outcome: AppendResult | Error): void => {
    if (outcome instanceof Error) this.fallen ??= outcome;
  };

  constructor(
    private readonly store: EventStore,
    again?: Pick<Chain, 'rank'>,
  ) {
    this.rank = again?.rank ?? (begun += 1);
  }

  /** The reason why nothing more of the chain can be stored; undefined as long as none is known. */
  get failure(): Error | undefined {
    return this.fallen;
  }

  /** Whether somebody else holds the chain's claim. Deciding the chain again is then useless. */
  get isUnclaimed(): boolean {
    return this.claim?.stands === false;
  }

  /** Submits an append that rests on everything that the chain has appended or seen so far. */
  append(append: Append, after: Submission | undefined = undefined): Submission {
    if (after) this.restOn(after);
    this.claim ??= append.claim;
    const submission = this.store.submit(append, this.tips);
    this.links.push(submission);
    this.tips = [submission];
    this.heed(submission);
    return submission;
  }

  /** Makes the chain rest on a submission: the chain was decided on its events, but appends nothing to their stream. */
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
  async committed(): Promise<readonly AppendResult[]> {
    return Promise.all(this.tips.map(({ committed }) => committed));
  }

  /** Waits until each link has its outcome. @returns whether one of the links lost against another writer */
  async hasLostRace(): Promise<boolean> {
    const outcomes = await Promise.allSettled(this.links.map(({ committed }) => committed));
    return outcomes.some(({ status, ...rest }) => status === 'rejected' && isRace(rest));
  }

  private heed(submission: Submission): void {
    submission.whenKnown(this.hear);
  }
}

const isRace = (outcome: object): boolean => 'reason' in outcome && outcome.reason instanceof WrongExpectedRevision;
