import type { Operation, ServiceRoute } from '@halyard/contracts';
import type { KnownFacts } from './known-facts.js';
import type { Versioned } from './fact-kind.js';

/** A fact of another service, and the route by which its owner answers for it. */
export interface WantedFact {
  readonly route: ServiceRoute;
  readonly id: string;
  readonly operation: Operation;
}

/**
 * How a service decides on facts of another: a stored fact that allows what is wanted costs no call. A stored fact that
 * does not, or none, may only be outdated: before a refusal the owner is asked, once, and what it answers is stored.
 */
export class FactLookup<Fact extends Versioned> {
  /** @param store stores what an owner answered; with more than `learn` where a fact has effects */
  constructor(
    private readonly known: Pick<KnownFacts<Fact>, 'kind' | 'find' | 'ask' | 'learn'>,
    private readonly store: (fact: Fact, operation: Operation) => Promise<void> = (fact) => known.learn([fact]),
  ) {}

  /**
   * The stored fact if it suffices, else the current one.
   *
   * @returns undefined when the resource does not exist in any account
   * @throws DomainError as the owner answered it; ServiceUnavailable
   */
  async find(wanted: WantedFact, suffices: (fact: Fact) => boolean = () => true): Promise<Fact | undefined> {
    const stored = await this.known.find(wanted.id);
    return stored && suffices(stored) ? stored : this.current(wanted);
  }

  /**
   * The fact as its owner states it now. One that was told meanwhile and is newer wins, so the answer is read from the
   * store.
   *
   * @returns undefined when the resource does not exist in any account
   * @throws DomainError as the owner answered it; ServiceUnavailable
   */
  async current({ route, id, operation }: WantedFact): Promise<Fact | undefined> {
    const told = await this.known.ask(route, id, operation);
    if (!told) return undefined;
    await this.store(told, operation);
    return this.known.find(this.known.kind.idOf(told));
  }

  /** Does work that a stored fact may refuse by an error: after such a refusal once more, on the current fact. */
  async decide<Answer>(
    wanted: WantedFact,
    work: () => Promise<Answer>,
    isRefusal: (error: unknown) => boolean,
  ): Promise<Answer> {
    try {
      return await work();
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await this.current(wanted);
      return work();
    }
  }
}
