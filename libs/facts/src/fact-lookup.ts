import type { Operation, ServiceRoute } from '@halyard/contracts';
import type { KnownFacts } from './known-facts.js';
import type { AnyFact } from './fact-kind.js';

/** A fact of another service, and the route on which its owner states it. */
export interface WantedFact {
  readonly route: ServiceRoute;
  readonly id: string;
  readonly operation: Operation;
}

/**
 * Lets a service decide on another's facts. If a stored fact allows the request, no call is made. Otherwise it may be
 * missing or outdated: before a refusal the owner is asked once, and its answer is stored.
 */
export class FactLookup<Fact extends AnyFact> {
  /** @param store stores the owner's answer; does more than `learn` if a fact has effects */
  constructor(
    private readonly known: Pick<KnownFacts<Fact>, 'kind' | 'find' | 'ask' | 'learn'>,
    private readonly store: (fact: Fact, operation: Operation) => Promise<void> = (fact) => known.learn([fact]),
  ) {}

  /**
   * The stored fact if it suffices, otherwise the current one.
   *
   * @returns undefined if the resource does not exist in any account
   * @throws DomainError the owner's answer; ServiceUnavailable
   */
  async find(wanted: WantedFact, suffices: (fact: Fact) => boolean = () => true): Promise<Fact | undefined> {
    const stored = await this.known.find(wanted.id);
    return stored && suffices(stored) ? stored : this.current(wanted);
  }

  /**
   * Stores the owner's answer, and reads the fact again, since a newer one may have been told meanwhile.
   *
   * @returns undefined if the resource does not exist in any account
   * @throws DomainError the owner's answer; ServiceUnavailable
   */
  async current({ route, id, operation }: WantedFact): Promise<Fact | undefined> {
    const told = await this.known.ask(route, id, operation);
    if (!told) return undefined;
    await this.store(told, operation);
    return this.known.find(this.known.kind.idOf(told));
  }

  /** Does work that throws if a stored fact refuses it. After a refusal, does it once more on the current fact. */
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
