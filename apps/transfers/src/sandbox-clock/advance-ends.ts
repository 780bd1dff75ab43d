import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Advance, ADVANCES_CHANNEL, findAdvance } from './advances.rows.js';
import { Notifications, type WaitLimits } from './notifications.js';

/** Waits for the ends of advances. */
@Injectable()
export class AdvanceEnds {
  constructor(
    private readonly dataSource: DataSource,
    private readonly notifications: Notifications,
  ) {}

  /** Resolves once the advance has ended, or the wait is over. @returns the advance as it is then */
  async wait(id: string, limits: WaitLimits): Promise<Advance | undefined> {
    const ended = await this.notifications.until(
      () => this.ended(id),
      { channel: ADVANCES_CHANNEL, payload: id },
      limits,
    );
    return ended ?? findAdvance(this.dataSource, id);
  }

  private async ended(id: string): Promise<Advance | undefined> {
    const advance = await findAdvance(this.dataSource, id);
    return advance?.status === 'advancing' ? undefined : advance;
  }
}
