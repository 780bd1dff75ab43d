import { Injectable } from '@nestjs/common';
import { type Operation, serviceRoutes } from '@halyard/contracts';
import type { PartyFact } from '@halyard/contracts/parties';
import { ServiceCalls } from '@halyard/http';
import { DataSource } from 'typeorm';
import { Customer } from './customer.entity.js';
import { customerFact } from './customer.fact.js';

/** Services decide about money by a customer's status, so these two must know of a change before the client does. */
const toBeTold = [serviceRoutes.tellFundingSourcesOfParty, serviceRoutes.tellTransfersOfParty];

@Injectable()
export class CustomerTeller {
  constructor(
    private readonly dataSource: DataSource,
    private readonly calls: ServiceCalls,
  ) {}

  /**
   * Tells the current state, so that a repeat completes what could not be told before. @throws DomainError
   * ServiceUnavailable
   */
  async tell(operation: Operation, id: string): Promise<void> {
    const fact = customerFact(await this.dataSource.manager.findOneByOrFail(Customer, { id }));
    await Promise.all(toBeTold.map((route) => this.calls.tell(route, id, fact, operation)));
  }

  /**
   * Tells only funding-sources. The caller gets the parties in its own answer. @throws DomainError ServiceUnavailable
   */
  async tellFundingSources(operation: Operation, parties: readonly PartyFact[]): Promise<void> {
    await this.calls.request(serviceRoutes.tellFundingSourcesOfParties, { parties }, operation);
  }
}
