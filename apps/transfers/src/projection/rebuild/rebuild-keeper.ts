import { Rounds } from '@halyard/background';
import { type Scheduler, TimerScheduler } from '@halyard/core';
import type { CopyToFill } from '../copies.js';
import type { ReadModel } from '../read-model.js';
import type { Runner } from '../stream-reader.js';
import type { CopyProjections } from './copy-projections.js';
import type { Rebuilds, RebuildUnderWay } from './rebuilds.js';

/** How often it looks for what an operator, or another process, has changed. */
const LOOK_MS = 2_000;
/** How often it tries to swap while others use the tables. */
const SWAP_MS = 500;

/** Fills copies: with what serves, or behind it while another process moves that. */
interface Filler {
  fill(wanted: readonly CopyToFill[]): Promise<void>;
  /** Runs work while no page of copies is written with what serves. */
  between<Result>(work: () => Promise<Result>): Promise<Result>;
}

interface KeeperOptions {
  readonly rebuilds: Rebuilds;
  readonly projections: CopyProjections;
  readonly follower: Filler;
  /**
   * Whether a process of another build may move what serves. Then only copies of a newer shape are filled, and all else
   * waits until this build moves what serves.
   */
  readonly isBeside?: boolean;
  readonly models: readonly ReadModel[];
  /** Makes the read model of a copy. */
  readonly copyOf: (projection: Awaited<ReturnType<CopyProjections['of']>>) => ReadModel;
  readonly onFailure: (error: unknown) => void;
  readonly scheduler?: Scheduler;
}

/**
 * Brings rebuilds to their end: the follower fills the copies, and a copy that is level is compared and takes its place.
 * All progress is stored, so another process goes on where this one ends. Two at once do no harm.
 */
export class RebuildKeeper implements Runner {
  private readonly copies = new Map<string, CopyToFill>();
  private readonly finishing = new Map<string, Promise<void>>();
  private running: { readonly stopping: AbortController; readonly ended: Promise<void> } | undefined;
  private wakeUp = (): void => undefined;

  constructor(private readonly options: KeeperOptions) {}

  start(): void {
    if (this.running) return;
    const stopping = new AbortController();
    const { onFailure, scheduler = new TimerScheduler() } = this.options;
    const rounds = new Rounds({ round: () => this.round(stopping.signal), onFailure, scheduler });
    this.wakeUp = rounds.wake;
    this.running = { stopping, ended: rounds.run(stopping.signal) };
  }

  async stop(): Promise<void> {
    const { running } = this;
    this.running = undefined;
    running?.stopping.abort();
    await running?.ended;
    await Promise.all(this.finishing.values());
    this.copies.clear();
    await this.options.projections.close();
  }

  /** Looks at once, if this process keeps the rebuilds. */
  look(): void {
    this.wakeUp();
  }

  private async round(signal: AbortSignal): Promise<number> {
    const { rebuilds, models, isBeside = false } = this.options;
    const underWay = (await rebuilds.list()).flatMap((one) => this.ours(one));
    await this.fill(underWay);
    for (const one of underWay) {
      if (this.finishing.has(one.model)) continue;
      const finished = this.finish(one, signal).catch((error: unknown) => {
        if (!signal.aborted) this.options.onFailure(error);
      });
      this.finishing.set(
        one.model,
        finished.finally(() => this.finishing.delete(one.model)),
      );
    }
    if (await rebuilds.renew(models.map(({ projection }) => projection))) return 0;
    return !isBeside && underWay.some(({ maySwap }) => maySwap) ? SWAP_MS : LOOK_MS;
  }

  /** A rebuild that this process works on. One that a process of an older shape began is outdated; of a newer one, not ours. */
  private ours(rebuild: RebuildUnderWay): readonly RebuildUnderWay[] {
    const { models, isBeside = false } = this.options;
    const shape = models.find(({ name }) => name === rebuild.model)?.projection.shape ?? 0;
    const isOlder = rebuild.shape < shape;
    if (rebuild.shape > shape || (isBeside && !rebuild.isNewer && !isOlder)) return [];
    return [{ ...rebuild, isOutdated: rebuild.isOutdated || isOlder }];
  }

  private async fill(underWay: readonly RebuildUnderWay[]): Promise<void> {
    const { follower, projections, copyOf } = this.options;
    for (const [model, { number }] of this.copies) {
      if (!underWay.some((one) => one.model === model && one.number === number)) this.copies.delete(model);
    }
    for (const { model, number, perSecond, isOutdated } of underWay) {
      const copy = this.copies.get(model)?.copy ?? copyOf(await projections.of(model));
      if (isOutdated) this.copies.delete(model);
      else this.copies.set(model, { model, number, perSecond, copy });
    }
    await follower.fill([...this.copies.values()]);
    if (underWay.length === 0) await projections.close();
  }

  private async finish({ model, ...rebuild }: RebuildUnderWay, signal: AbortSignal): Promise<void> {
    const { rebuilds, follower, isBeside = false } = this.options;
    const serving = this.options.models.find(({ name }) => name === model);
    if (!serving) return;
    const { projection } = serving;
    const swap = async (): Promise<boolean> => {
      const isSwapped = await rebuilds.swap(projection);
      if (isSwapped) serving.beginAgain();
      return isSwapped;
    };
    let isFurther = false;
    if (rebuild.isOutdated) isFurther = await rebuilds.beginAgain(projection).then(() => true);
    else if (isBeside) return;
    else if (rebuild.maySwap) isFurther = await follower.between(swap);
    else if (rebuild.isLevel && !rebuild.isCompared) isFurther = await rebuilds.compare(projection, signal);
    if (isFurther) this.look();
  }
}
