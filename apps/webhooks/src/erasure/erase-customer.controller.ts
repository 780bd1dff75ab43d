import { Controller, Param, Put } from '@nestjs/common';
import { type FactDocument, serviceRoutes } from '@halyard/contracts';
import { BetweenServices, IdPipe } from '@halyard/http';
import { Sealer } from '@halyard/persistence';
import { DataSource } from 'typeorm';

/** Events hold ids alone. What receivers answered to those of a person is sealed under the person's key, which goes. */
@Controller()
export class EraseCustomerController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sealer: Sealer,
  ) {}

  @Put(serviceRoutes.eraseAtWebhooks.path)
  @BetweenServices('eraseAtWebhooks')
  async erase(@Param('id', IdPipe) id: string): Promise<FactDocument> {
    await this.dataSource.transaction((tx) => this.sealer.destroy(tx, id));
    return { document: 'fact', fact: null };
  }
}
