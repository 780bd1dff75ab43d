import { Controller, Param } from '@nestjs/common';
import { type FactAnswer, serviceRoutes } from '@halyard/contracts';
import { IdPipe } from '@halyard/input';
import { Serves } from '@halyard/http';
import { Sealer } from '@halyard/persistence';
import { DataSource } from 'typeorm';

/** Events contain only ids. Receivers' answers are sealed under the person's key, which is destroyed. */
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
