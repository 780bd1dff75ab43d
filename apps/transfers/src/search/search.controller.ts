import { Body, Controller } from '@nestjs/common';
import { type FactAnswer, ref, sharedServiceRoutes } from '@halyard/contracts';
import { TRACE } from '@halyard/contracts/requests';
import { HITS_MAX, searched, type SearchFound, type SearchHit, type SearchQuery } from '@halyard/contracts/search';
import { isId } from '@halyard/core';
import { Serves } from '@halyard/http';
import { DataSource, IsNull, Not } from 'typeorm';
import { findFile } from '../bank-file/bank-files.rows.js';
import { findAdvance } from '../sandbox-clock/advances.rows.js';
import { Transfer } from '../transfer/transfer.entity.js';

@Controller()
export class SearchController {
  constructor(private readonly dataSource: DataSource) {}

  @Serves(sharedServiceRoutes.search)
  search(@Body() body: unknown): Promise<FactAnswer<SearchFound>> {
    return searched(body, async (query) => {
      const found = await Promise.all([
        this.byId(query),
        this.advanceById(query),
        this.bankFileById(query),
        this.byTrace(query),
        this.byCorrelationId(query),
      ]);
      return found.flat();
    });
  }

  /** A payment has the id of its main transfer. */
  private async byId({ text, accountId }: SearchQuery): Promise<SearchHit[]> {
    if (!isId(text)) return [];
    const where = { id: text.toLowerCase(), accountId, accountNumber: Not(IsNull()) };
    const transfer = await this.dataSource.manager.findOneBy(Transfer, where);
    if (!transfer) return [];
    const isPayment = transfer.id === transfer.paymentId;
    return [hitOf('transfer', transfer, 'id'), ...(isPayment ? [hitOf('payment', transfer, 'id')] : [])];
  }

  private async advanceById({ text, accountId }: SearchQuery): Promise<SearchHit[]> {
    if (!isId(text)) return [];
    const advance = await findAdvance(this.dataSource, text.toLowerCase());
    if (advance?.accountId !== accountId) return [];
    const { id, status, begun } = advance;
    const resource = ref('sandbox-clock-advance', id);
    return [{ resource, text: `Advance of the clock, ${status}`, matched: 'id', created: begun.toISOString() }];
  }

  private async bankFileById({ text, accountId }: SearchQuery): Promise<SearchHit[]> {
    if (!isId(text)) return [];
    const file = await findFile(this.dataSource, text.toLowerCase());
    if (file?.accountId !== accountId) return [];
    const { id, direction, created } = file;
    const title = direction === 'out' ? 'File to the banks' : 'File from the banks';
    return [{ resource: ref('bank-file', id), text: title, matched: 'id', created: created.toISOString() }];
  }

  /** Only a payment's main transfer has the trace of its request. */
  private async byTrace({ text, accountId, kinds }: SearchQuery): Promise<SearchHit[]> {
    if (!TRACE.test(text) || !kinds.includes('payment')) return [];
    const transfers = await this.dataSource.manager.find(Transfer, {
      where: { accountId, trace: text.toLowerCase(), accountNumber: Not(IsNull()) },
      order: { accountNumber: 'DESC' },
      take: HITS_MAX + 1,
    });
    return transfers.map((transfer) => hitOf('payment', transfer, 'trace'));
  }

  /** Only a payment's main transfer has its correlation id. */
  private async byCorrelationId({ text, accountId, kinds }: SearchQuery): Promise<SearchHit[]> {
    if (!kinds.includes('payment')) return [];
    const transfers = await this.dataSource.manager
      .createQueryBuilder(Transfer, 'transfer')
      .where('transfer.account_id = :accountId AND transfer.correlation_id IS NOT NULL', { accountId })
      .andWhere('lower(transfer.correlation_id) = lower(:text) AND transfer.account_number IS NOT NULL', { text })
      .orderBy('transfer.account_number', 'DESC')
      .limit(HITS_MAX + 1)
      .getMany();
    return transfers.map((transfer) => hitOf('payment', transfer, 'correlation-id'));
  }
}

const titles = { transfer: 'Transfer', payment: 'Payment' } as const;

const hitOf = (kind: keyof typeof titles, transfer: Transfer, matched: SearchHit['matched']): SearchHit => ({
  resource: ref(kind, transfer.id),
  text: `${titles[kind]}, ${transfer.status}`,
  matched,
  created: transfer.created.toISOString(),
});
