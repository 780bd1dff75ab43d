import { asError } from './as-error.js';
import type { Claim } from './claim.js';
import type { Append, Appended, EventStore, Submission } from './event-store.js';
import { WrongExpectedRevision } from './event-store.js';

let begun = 0;

/**
 * Decisions of which each rests on those before it: what one of them appends stands only where all that it was decided
 * on does. A chain never waits between its links; whoever began it answers once it is committed.
 */
export class Chain {
  /** Earlier chains go first where several wait; whoever decides again keeps the place. */
  readonly rank: number;
  private fallen: Error | undefined;
  private readonly links: Submission[] = [];
  private tips: Submission[] = [];
  private claim: Claim | undefined;

  constructor(
    private readonly store: EventStore,
    again?: Pick<Chain, 'rank'>,
  ) {
    this.rank = again?.rank ?? (begun += 1);
  }

  /** Why nothing that it appends can stand any more, once that is heard of. */
  get failure(): Error | undefined {
    return this.fallen;
  }

  /** What it was begun under is somebody else's: it never stands, however often it is decided again. */
  get isUnclaimed(): boolean {
    return this.claim?.stands === false;
  }

  /** Hands an append over that rests on all that the chain has done and seen so far. */
  append(append: Append, after: Submission | undefined = undefined): Submission {
    if (after) this.restOn(after);
    this.claim ??= append.claim;
    const submission = this.store.submit(append, this.tips);
    this.links.push(submission);
    this.tips = [submission];
    this.heed(submission);
    return submission;
  }

  /** The chain was decided on what this one appends, though it appended nothing itself there. */
  restOn(submission: Submission): void {
    if (this.tips.includes(submission)) return;
    this.tips.push(submission);
    this.heed(submission);
  }

  /**
   * Resolves once all that the chain rests on is committed.
   *
   * @throws WrongExpectedRevision, ClaimLost, PredecessorLost, EventStoreUnavailable
   */
  async committed(): Promise<readonly Appended[]> {
    return Promise.all(this.tips.map(({ committed }) => committed));
  }

  /** Whether a link of this very chain lost against another writer; waits until each has its outcome. */
  async hasLostRace(): Promise<boolean> {
    const outcomes = await Promise.allSettled(this.links.map(({ committed }) => committed));
    return outcomes.some(({ status, ...rest }) => status === 'rejected' && isRace(rest));
  }

  private heed({ committed }: Submission): void {
    committed.catch((error: unknown) => (this.fallen ??= asError(error)));
  }
}

const isRace = (outcome: object): boolean => 'reason' in outcome && outcome.reason instanceof WrongExpectedRevision;
