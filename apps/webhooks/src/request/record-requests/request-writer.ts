import { Injectable } from '@nestjs/common';
import type { RecordedRequest, RequestBatch } from '@halyard/contracts/requests';
import { DomainError } from '@halyard/core';
import { driverErrorOf, Sealer } from '@halyard/persistence';
import { RequestDatabase } from '../request-database.rows.js';
import { keyHash, SUMMARIES, CONTENTS } from '../request-sealing.js';
import { RECORD, recordValues, type SealedBatch } from './record-requests.rows.js';

/** How many batches may wait for the connection. A gateway drops a batch that finds no room. */
const WAITING_MAX = 32;
const UNIQUE_VIOLATION = '23505';

/** Writes requests, with their content sealed under the key of their account. */
@Injectable()
export class RequestWriter {
  private waiting = 0;

  constructor(
    private readonly database: RequestDatabase,
    private readonly sealer: Sealer,
  ) {}

  /**
   * Writes a batch. If it was written before, nothing changes. @throws DomainError ServiceUnavailable while too many
   * batches wait
   */
  async record({ at, requests }: RequestBatch): Promise<void> {
    if (this.waiting >= WAITING_MAX) throw new DomainError('ServiceUnavailable');
    this.waiting += 1;
    try {
      const accounts = [...Map.groupBy(requests, ({ accountId }) => accountId)].sort(([a], [b]) => (a < b ? -1 : 1));
      const batches = await Promise.all(accounts.map(([accountId, all]) => this.sealed(accountId, all)));
      await this.database.write(RECORD, recordValues(at, batches));
    } catch (error) {
      if (driverErrorOf(error).code !== UNIQUE_VIOLATION) throw error;
    } finally {
      this.waiting -= 1;
    }
  }

  private async sealed(accountId: string, requests: readonly RecordedRequest[]): Promise<SealedBatch> {
    const listOf = (texts: readonly string[]): string => `[${texts.join(',')}]`;
    const [summaries, contents] = await Promise.all([
      this.sealer.seal(accountId, SUMMARIES, listOf(requests.map(withKey))),
      this.sealer.seal(accountId, CONTENTS, listOf(requests.map(({ content }) => content))),
    ]);
    const keyHashes = requests.map(({ key }) => (key === undefined ? null : keyHash(this.sealer, accountId, key)));
    return { accountId, requests, keyHashes, summaries, contents };
  }
}

const withKey = ({ summary, key }: RecordedRequest): string =>
  key === undefined ? summary : `${summary.slice(0, -1)},"key":${JSON.stringify(key)}}`;
