import { Injectable } from '@nestjs/common';
import { customersFound, type Operation, serviceRoutes } from '@halyard/contracts';
import { isId } from '@halyard/core';
import { accountOf, ServiceCalls } from '@halyard/http';

/** Whom of an account a text means. Names are with the customers' service alone: it is asked, and answers ids. */
@Injectable()
export class PartySearch {
  constructor(private readonly calls: ServiceCalls) {}

  /** @returns ids, as many at a time as customers answers at once; of the id of a party, that alone */
  async *find(text: string, operation: Operation): AsyncGenerator<readonly string[]> {
    // A text of a database has no NUL, so nobody is called so.
    if (text.includes('\0')) return;
    if (isId(text)) {
      yield [text];
      return;
    }
    const accountId = accountOf(operation);
    for (let after: number | undefined = 0; after !== undefined;) {
      const request = { accountId, search: text, after };
      const answer: unknown = await this.calls.request(serviceRoutes.searchCustomers, request, operation);
      const { ids, next } = customersFound.parse(answer);
      yield ids;
      after = next;
    }
  }
}
