import { Injectable } from '@nestjs/common';
import { EventStore } from '@halyard/event-store';
import { openAlike } from '@halyard/persistence';
import { DataSource } from 'typeorm';
import { SealedMetadata } from '../payment/sealed-metadata.js';
import type { Projection } from '../projection/projection.js';
import { CopiedProjection } from '../projection/rebuild/copied.projection.js';
import { CopyProjections } from '../projection/rebuild/copy-projections.js';
import { schemasOf } from '../projection/rebuild/copy-tables.rows.js';
import { projectionsOn } from './projections-on.js';

/** Each projection of a copy reads one page at a time. */
const CONNECTIONS_MAX = 2;

/** Projections whose connections find the tables of copies before those that serve. */
@Injectable()
export class StoredCopyProjections extends CopyProjections {
  private opened: Promise<{ readonly reading: DataSource; readonly projections: readonly Projection[] }> | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly store: EventStore,
    private readonly metadata: SealedMetadata,
  ) {
    super();
  }

  override async of(model: string): Promise<Projection> {
    this.opened ??= this.open();
    this.opened.catch(() => (this.opened = undefined));
    const { projections } = await this.opened;
    const projection = projections.find(({ name }) => name === model);
    if (!projection) throw new Error(`there is no read model ${model}`);
    return new CopiedProjection(projection);
  }

  override async close(): Promise<void> {
    const { opened } = this;
    this.opened = undefined;
    await (await opened?.catch(() => undefined))?.reading.destroy();
  }

  private async open() {
    const { serving, beside } = await schemasOf(this.dataSource.manager);
    const reading = await openAlike(this.dataSource, {
      schemas: [beside, serving],
      applicationName: 'halyard-transfers-beside',
      poolSize: CONNECTIONS_MAX,
    });
    return { reading, projections: projectionsOn(reading, this.store, this.metadata) };
  }
}
