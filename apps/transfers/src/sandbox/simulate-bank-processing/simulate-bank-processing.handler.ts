import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ref, type ResourceAnswer, serviceRoutes } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { accountOf, ServiceCalls } from '@halyard/http';
import { TransfersConfig } from '../../config.js';
import { HANDLED_MAX, Simulation } from '../simulation.js';
import { SimulateBankProcessing } from './simulate-bank-processing.command.js';

@CommandHandler(SimulateBankProcessing)
export class SimulateBankProcessingHandler implements ICommandHandler<SimulateBankProcessing> {
  constructor(
    private readonly simulation: Simulation,
    private readonly calls: ServiceCalls,
    private readonly config: TransfersConfig,
  ) {}

  /**
   * Answers once every service has finished. @throws DomainError NotFound in production, where banks act by themselves
   */
  async execute({ operation }: SimulateBankProcessing): Promise<ResourceAnswer<'sandbox-simulation'>> {
    if (this.config.environment !== 'sandbox') throw new DomainError('NotFound');
    const total = await this.simulation.run(operation);
    const limits = { accountId: accountOf(operation), limit: HANDLED_MAX };
    await this.calls.request(serviceRoutes.completeBalanceInquiries, limits, operation);
    const links = { transfers: ref('listSimulatedTransfers', operation.id) };
    return { type: 'resource', kind: 'sandbox-simulation', id: '', attributes: { total }, links };
  }
}
