import { Controller, Param } from '@nestjs/common';
import { type FactAnswer, serviceRoutes } from '@halyard/contracts';
import { IdPipe } from '@halyard/input';
import { Serves } from '@halyard/http';
import { Sealer } from '@halyard/persistence';
import { DataSource } from 'typeorm';

/**
 * Erases a customer by destroying the customer's key: receivers' answers are sealed under it. Events contain only ids.
 */
@Controller()
export class EraseCustomerController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sealer: Sealer,
  ) {}

  @Serves(serviceRoutes.eraseAtWebhooks)
  async erase(@Param('id', IdPipe) id: string): Promise<FactAnswer> {
    await this.dataSource.transaction((tx) => this.sealer.destroy(tx, id));
    return { type: 'fact', fact: null };
  }
}
