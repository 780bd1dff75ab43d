import { Inject, Injectable } from '@nestjs/common';
import { EventStore, type Position } from '@halyard/event-store';
import { type Logger, LOGGER } from '@halyard/observability';
import { Batcher } from '@halyard/persistence';
import { TransfersConfig } from '../config.js';
import { Checkpoints } from './checkpoints.js';
import { Follower } from './follower.js';
import { PageWriter } from './page-writer.js';
import type { Projection } from './projection.js';
import { ReadModel } from './read-model.js';
import { CopyProjections } from './rebuild/copy-projections.js';
import { RebuildKeeper } from './rebuild/rebuild-keeper.js';
import { Rebuilds } from './rebuild/rebuilds.js';
import { Trail } from './trail.js';

type Model = 'transfers' | 'ledger' | 'unfinishedPayments' | 'statistics';

export const PROJECTIONS = Symbol('projections');
export type Projections = Readonly<Record<Model, Projection>>;

const ASKED_AT_ONCE_MAX = 10_000;

@Injectable()
export class ReadModels {
  readonly transfers: ReadModel;
  readonly ledger: ReadModel;
  readonly unfinishedPayments: ReadModel;
  readonly statistics: ReadModel;
  readonly follower: Follower;
  readonly keeper: RebuildKeeper;
  /** These fill copies of newer shapes while a process of another build moves what serves. */
  readonly trail: Trail;
  readonly keeperBeside: RebuildKeeper;
  /** The head of the store. Callers at the same time share one query. */
  private readonly heads: Batcher<undefined, Position>;

  constructor(
    store: EventStore,
    private readonly config: TransfersConfig,
    @Inject(PROJECTIONS) { transfers, ledger, unfinishedPayments, statistics }: Projections,
    checkpoints: Checkpoints,
    writer: PageWriter,
    rebuilds: Rebuilds,
    copies: CopyProjections,
    @Inject(LOGGER) logger: Logger,
  ) {
    const modelOf = (projection: Projection) => new ReadModel(projection, checkpoints, store);
    this.transfers = modelOf(transfers);
    this.ledger = modelOf(ledger);
    this.unfinishedPayments = modelOf(unfinishedPayments);
    this.statistics = modelOf(statistics);
    const moving = {
      ...{ store, checkpoints, writer },
      onFailure: (error: unknown, model: string) =>
        logger.error({ err: error, model }, 'a read model stopped and begins again'),
    };
    this.follower = new Follower({ ...moving, models: this.list() });
    this.trail = new Trail(moving);
    const keeping = {
      ...{ rebuilds, projections: copies, models: this.list(), copyOf: modelOf },
      onFailure: (error: unknown) => logger.error({ err: error }, 'a rebuild of a read model failed and goes on'),
    };
    this.keeper = new RebuildKeeper({ ...keeping, follower: this.follower });
    this.keeperBeside = new RebuildKeeper({ ...keeping, follower: this.trail, isBeside: true });
    this.heads = new Batcher(
      async (asked) => {
        const head = await store.head();
        return asked.map(() => head);
      },
      { sizeMax: ASKED_AT_ONCE_MAX, gathers: false },
    );
  }

  list(): readonly ReadModel[] {
    return [this.transfers, this.ledger, this.unfinishedPayments, this.statistics];
  }

  /**
   * Waits until the read model includes everything in the store. @returns its position @throws DomainError
   * ServiceUnavailable
   */
  async upToDate(model: Model): Promise<Position> {
    const head = await this.heads.add(undefined);
    await this[model].reach(head, this.config.readWaitMs);
    return head;
  }

  /**
   * Reads from a read model once it includes everything that was answered to anyone before this call. @throws
   * DomainError ServiceUnavailable
   */
  async read<Answer>(model: Model, query: () => Promise<Answer>): Promise<Answer> {
    return this[model].read(await this.heads.add(undefined), this.config.readWaitMs, query);
  }
}
