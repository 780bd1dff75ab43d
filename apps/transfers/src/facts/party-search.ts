import { Injectable } from '@nestjs/common';
import { type Operation, serviceRoutes } from '@halyard/contracts';
import { customersFound } from '@halyard/contracts/customers';
import { isId } from '@halyard/core';
import { accountOf, ServiceCalls } from '@halyard/http';

/** Ids in pages of the customers' service. A search for a party's id finds only that party. */
export type FoundParties = AsyncIterable<readonly string[]>;

/** Finds an account's parties by a search text. Only the customers' service has names, so it is asked for the ids. */
@Injectable()
export class PartySearch {
  constructor(private readonly calls: ServiceCalls) {}

  /** @returns undefined if there is no search text */
  find({ search }: { readonly search?: string }, operation: Operation): FoundParties | undefined {
    return search ? this.pages(search.toLowerCase(), operation) : undefined;
  }

  private async *pages(text: string, operation: Operation): AsyncGenerator<readonly string[]> {
    // Text in Postgres has no NUL, so no name contains one.
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
