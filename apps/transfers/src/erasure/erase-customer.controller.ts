import { Controller, Param } from '@nestjs/common';
import { balanceIdOf, type CustomerMoney, type FactDocument } from '@halyard/contracts';
import { IdPipe } from '@halyard/input';
import { Serves } from '@halyard/http';
import { Sealer } from '@halyard/persistence';
import { DataSource } from 'typeorm';
import { Balances } from '../balance/balances.js';
import { holdReadModel } from '../projection/checkpoints.rows.js';
import { ReadModels } from '../projection/read-models.js';
import { forgetMetadata, transfersOfParty } from './customer-money.query.js';

/** Says what prevents erasing a customer, and erases one: money, ids and times stay. */
@Controller()
export class EraseCustomerController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly readModels: ReadModels,
    private readonly balances: Balances,
    private readonly sealer: Sealer,
  ) {}

  /** @throws DomainError ServiceUnavailable while lists are rebuilt */
  @Serves('getCustomerMoney')
  async money(@Param('id', IdPipe) id: string): Promise<FactDocument<CustomerMoney>> {
    const { isPending, lastAt } = await this.readModels.read('transfers', () =>
      transfersOfParty(this.dataSource.manager, id),
    );
    const { availableMinor, postedMinor } = await this.balances.current(balanceIdOf(id));
    return {
      document: 'fact',
      fact: {
        isPending: isPending || availableMinor !== postedMinor,
        balanceMinor: String(postedMinor),
        lastTransferAt: lastAt?.toISOString(),
      },
    };
  }

  /**
   * Rebuilt lists have no metadata either: the key that sealed it is destroyed. Nor has a page that a process writes
   * from keys that it remembers: behind this commit it sees which are destroyed.
   */
  @Serves('eraseAtTransfers')
  async erase(@Param('id', IdPipe) id: string): Promise<FactDocument> {
    await this.readModels.upToDate('transfers');
    await this.dataSource.transaction(async (tx) => {
      await holdReadModel(tx, this.readModels.transfers.name);
      await this.sealer.destroy(tx, id);
      await forgetMetadata(tx, id);
    });
    return { document: 'fact', fact: null };
  }
}
