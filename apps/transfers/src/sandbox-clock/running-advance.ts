import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { RunningAdvances } from '../quiet/running-advances.js';
import { findClock } from './clocks.rows.js';

@Injectable()
export class StoredRunningAdvances extends RunningAdvances {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  override async of(accountId: string): Promise<string | undefined> {
    return (await findClock(this.dataSource, accountId))?.advanceId;
  }
}
