import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { FactAnswer } from '@halyard/contracts';
import { Sealer } from '@halyard/persistence';
import { DataSource } from 'typeorm';
import { forgetHolder } from '../bank-file/bank-files.rows.js';
import { holdReadModel } from '../projection/checkpoints.rows.js';
import { ReadModels } from '../projection/read-models.js';
import { EraseCustomer } from './erase-customer.command.js';
import { forgetMetadata } from './forget-metadata.rows.js';

@CommandHandler(EraseCustomer)
export class EraseCustomerHandler implements ICommandHandler<EraseCustomer> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly readModels: ReadModels,
    private readonly sealer: Sealer,
  ) {}

  /**
   * Erases the metadata of the customer's transfers and what bank files tell of the customer, and the key that sealed
   * them, so that a list that is rebuilt later cannot open the metadata either. A projection that is writing a page with
   * cached keys meanwhile commits after this, and leaves out metadata whose keys were destroyed.
   */
  async execute({ customerId }: EraseCustomer): Promise<FactAnswer<null>> {
    await this.readModels.upToDate('transfers');
    await this.dataSource.transaction(async (tx) => {
      await holdReadModel(tx, this.readModels.transfers.name);
      await this.sealer.destroy(tx, customerId);
      await forgetMetadata(tx, customerId);
      await forgetHolder(tx, customerId);
    });
    return { type: 'fact', fact: null };
  }
}
