import { type ConsumingService, consumingServices, type ResourceService, resourceServices } from '@halyard/contracts';
import { type SourcedKey, type WrittenKey } from '@halyard/contracts/sandbox-clock';
import type { QuietInquiry } from './quiet-inquiry.js';

/**
 * A round finds the rows that one service wrote because of another one's in the round before. A service that hears of a
 * fact is no source of it, so no chain of causes is longer than there are services.
 */
const ROUNDS_MAX = resourceServices.length;

/** In each service's history, the place up to which all other services have reached what was written. */
export type ReachedPlaces = Map<ResourceService, string>;

interface FollowOptions {
  /** Whether first attempts of deliveries are waited for. */
  readonly deliveries: boolean;
  /** Whether also what begins in the meantime is followed. */
  readonly untilCalm?: boolean;
}

/** A question about the service's own work alone. */
const OWN_WORK = { keys: [], deliveries: false } as const;

/**
 * Follows everything that was written for an account until all services have reached it (ADR 137). In a round, each
 * service finishes its own work, names what it wrote, and the others say what they have not reached. A round covers
 * what there was when it began, so steady load can't make it endless.
 */
export class AccountFollower {
  /** For each service: what it named last, and may name again because older rows can still appear before it. */
  private readonly named = new Map<ResourceService, ReadonlyMap<string, number>>();

  /** Whether all first attempts have ended, unless the next round finds something new. */
  private isAttempted = false;

  constructor(
    private readonly inquiry: QuietInquiry,
    private readonly places: ReachedPlaces,
  ) {}

  /** @returns whether the account is quiet; false if the inquiry is over before */
  async follow({ deliveries, untilCalm = false }: FollowOptions): Promise<boolean> {
    for (let round = 1; ; round += 1) {
      const outcome = await this.round();
      if (outcome === undefined) return false;
      const isDone = outcome === 'calm' || (!untilCalm && round >= ROUNDS_MAX);
      if (isDone && (!deliveries || this.isAttempted)) return true;
      if (isDone) {
        if (!(await this.attempted())) return false;
        if (!untilCalm) return true;
        // Receivers may have made requests before they answered, so one more round looks for these.
      }
      this.isAttempted = isDone;
      if (round >= ROUNDS_MAX && this.inquiry.isOver) return false;
    }
  }

  /** @returns `calm` if nobody had anything to do or to name; undefined if the inquiry is over before the end */
  private async round(): Promise<'calm' | 'moved' | undefined> {
    const outcomes = await Promise.all(resourceServices.map((source) => this.followed(source)));
    if (outcomes.includes(undefined)) return undefined;
    return outcomes.every((outcome) => outcome === 'calm') ? 'calm' : 'moved';
  }

  /** Lets a service finish its own work, and all others reach what it wrote until then, page by page. */
  private async followed(source: ResourceService): Promise<'calm' | 'moved' | undefined> {
    const named = this.named.get(source);
    let outcome: 'calm' | 'moved' = 'calm';
    for (let after = this.places.get(source); ;) {
      const settled = await this.inquiry.settled(source, 'own', (before) => ({
        ...OWN_WORK,
        written: { ...(after !== undefined && { after }) },
        ...(before?.bound !== undefined && { bound: before.bound }),
      }));
      const written = settled?.answer.written;
      if (!settled || !written) return undefined;
      const news = written.keys.filter(({ key, sequence }) => sequence > (named?.get(key) ?? 0));
      if (news.length > 0 || settled.hasWaited) outcome = 'moved';
      if (!(await this.reached(source, news))) return undefined;
      this.named.set(source, new Map(written.keys.map(({ key, sequence }) => [key, sequence])));
      if (written.final !== undefined) this.places.set(source, written.final);
      if (!written.isFull) return outcome;
      after = written.next;
    }
  }

  /** Waits until all others have reached these keys. @returns false if the inquiry is over before */
  private async reached(source: ResourceService, keys: readonly WrittenKey[]): Promise<boolean> {
    if (keys.length === 0) return true;
    const sourced = keys.map((key) => ({ ...key, source }));
    const others = consumingServices.filter((service) => service !== source);
    const reached = await Promise.all(others.map((service) => this.reachedBy(service, source, sourced)));
    return !reached.includes(false);
  }

  private async reachedBy(
    service: ConsumingService,
    source: ResourceService,
    keys: readonly SourcedKey[],
  ): Promise<boolean> {
    const settled = await this.inquiry.settled(service, `from ${source}`, (before) => ({
      ...OWN_WORK,
      keys: before?.unreached ?? keys,
    }));
    return settled !== undefined;
  }

  /** Waits for the first attempts at the deliveries that there are now. @returns false if the inquiry is over before */
  private async attempted(): Promise<boolean> {
    const settled = await this.inquiry.settled('webhooks', 'deliveries', (before) => ({
      keys: [],
      deliveries: true,
      ...(before?.bound !== undefined && { bound: before.bound }),
    }));
    return settled !== undefined;
  }
}
