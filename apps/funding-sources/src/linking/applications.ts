import { Injectable } from '@nestjs/common';
import { applicationFact, type ApplicationFact, type Operation, serviceRoutes } from '@halyard/contracts';
import { ServiceCalls } from '@halyard/http';

/** Who acts where a linking token is shown. Asked each time, so that what was forbidden is never old (ADR 52). */
@Injectable()
export class Applications {
  constructor(private readonly calls: ServiceCalls) {}

  /**
   * @returns undefined for one that may not act, or is none
   * @throws DomainError ServiceUnavailable, RequestTimeout
   */
  async find(id: string, operation: Operation): Promise<ApplicationFact | undefined> {
    const fact = await this.calls.ask(serviceRoutes.getApplicationFact, id, operation);
    return fact === undefined ? undefined : applicationFact.parse(fact);
  }
}
