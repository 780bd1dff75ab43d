import type { Operation, ServiceRoute } from '@halyard/contracts';
import type { KnownFacts } from './known-facts.js';
import type { AnyFact } from './fact-kind.js';

/** A fact of another service, and the route on which its owner answers it. */
export interface WantedFact {
  readonly route: ServiceRoute;
  readonly id: string;
  readonly operation: Operation;
}

/**
 * Lets a service decide on another service's facts. If a stored fact allows the request, no call is made. If not, the
 * stored fact may be missing or out of date, so the owner is asked once before the request is refused, and its answer
 * is stored.
 */
export class FactLookup<Fact extends AnyFact> {
  /** @param store stores the owner's answer. Give one that does more than `learn` if a fact has effects */
  constructor(
    private readonly known: Pick<KnownFacts<Fact>, 'kind' | 'find' | 'ask' | 'learn'>,
    private readonly store: (fact: Fact, operation: Operation) => Promise<void> = (fact) => known.learn([fact]),
  ) {}

  /**
   * Finds a fact: the stored one if it suffices, or else the current one.
   *
   * @returns undefined if the resource exists in no account
   * @throws DomainError the owner's answer; ServiceUnavailable
   */
  async find(wanted: WantedFact, suffices: (fact: Fact) => boolean = () => true): Promise<Fact | undefined> {
    const stored = await this.known.find(wanted.id);
    return stored && suffices(stored) ? stored : this.current(wanted);
  }

  /**
   * Asks the owner for the current fact and stores it. Then it reads the fact again, because the owner may have told a
   * newer one meanwhile.
   *
   * @returns undefined if the resource exists in no account
   * @throws DomainError the owner's answer; ServiceUnavailable
   */
  async current({ route, id, operation }: WantedFact): Promise<Fact | undefined> {
    const told = await this.known.ask(route, id, operation);
    if (!told) return undefined;
    await this.store(told, operation);
    return this.known.find(this.known.kind.idOf(told));
  }

  /**
   * Does work that throws if the stored fact forbids it. After such a refusal, does it once more with the current fact.
   */
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
