import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@halyard/core';
import { EventStore, type Position } from '@halyard/event-store';
import { type Logger, LOGGER } from '@halyard/observability';
import { DataSource } from 'typeorm';
import { firstUnbalancedAccount, type LedgerBooks, readBooks } from '../ledger-books.query.js';

export interface ConservationReport {
  readonly books: LedgerBooks;
  readonly balanced: boolean;
  /** How many seconds ago the ledger was last known to include everything. */
  readonly lagSeconds: number;
}

/** Watches that no money is lost or made. It logs an error once, until the ledger adds up again. */
@Injectable()
export class Conservation {
  private currentAt: Date;
  private wasBalanced = true;

  constructor(
    private readonly dataSource: DataSource,
    private readonly store: EventStore,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.currentAt = clock.system();
  }

  async check(): Promise<ConservationReport> {
    const { manager } = this.dataSource;
    const asked = this.clock.system();
    const head = await this.store.head();
    const books = await readBooks(manager);
    const accountId = await firstUnbalancedAccount(manager);
    const balanced = books.balanced && accountId === undefined;
    this.say(balanced, accountId, books);
    return { books, balanced, lagSeconds: this.lagOf(books.position, head, asked) };
  }

  private lagOf(position: Position, head: Position, asked: Date): number {
    if (position >= head && asked > this.currentAt) this.currentAt = asked;
    return Math.max(0, this.clock.system().getTime() - this.currentAt.getTime()) / 1_000;
  }

  private say(balanced: boolean, accountId: string | undefined, { firstUnsettled: paymentId }: LedgerBooks): void {
    if (!balanced && this.wasBalanced) this.logger.error({ accountId, paymentId }, 'the ledger does not add up');
    this.wasBalanced = balanced;
  }
}
