import { customerSearch } from '@halyard/contracts/customers';
import { factAnswer, type TestService } from '@halyard/testing';

/** Makes the customers service find these customers, in pages of one. */
export function customersFind({ services }: TestService, found: readonly string[]): void {
  services.answer('POST /internal/customers/searches', ({ body }) => {
    const { after } = customerSearch.parse(body);
    return factAnswer({ ids: found.slice(after, after + 1), next: after + 1 < found.length ? after + 1 : undefined });
  });
}
