import { Controller } from '@nestjs/common';
import type { Operation, ResourceDocument } from '@halyard/contracts';
import { serviceRoutes } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { accountOf, CurrentOperation, ServiceCalls, Serves } from '@halyard/http';
import { Changes } from '@halyard/changes';
import { TransfersConfig } from '../config.js';
import { Simulation } from './simulation.js';

/** How many pending transfers one simulation handles: the newest (specification, "Sandbox simulation rules"). */
const HANDLED_MAX = 500;

@Controller()
export class SimulateBankProcessingController {
  constructor(
    private readonly simulation: Simulation,
    private readonly calls: ServiceCalls,
    private readonly changes: Changes,
    private readonly config: TransfersConfig,
  ) {}

  /**
   * Makes the banks process what is pending. Answers once that is done, at every service that it concerns.
   *
   * @throws DomainError NotFound in production, where banks act by themselves
   */
  @Serves('simulateBankProcessing')
  async simulate(@CurrentOperation() operation: Operation): Promise<ResourceDocument<'sandbox-simulation'>> {
    if (this.config.environment !== 'sandbox') throw new DomainError('NotFound');
    const total = await this.simulation.run(operation, HANDLED_MAX);
    const limits = { accountId: accountOf(operation), limit: HANDLED_MAX };
    await this.calls.request(serviceRoutes.completeBalanceInquiries, limits, operation);
    // The first request decides the answer of its repeats, which may find less pending.
    return this.changes.run(operation, () =>
      Promise.resolve({ document: 'resource', kind: 'sandbox-simulation', id: '', attributes: { total }, links: {} }),
    );
  }
}
