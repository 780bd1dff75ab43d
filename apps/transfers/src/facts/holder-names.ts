import { Injectable } from '@nestjs/common';
import { type Operation, type ServiceRoute, serviceRoutes } from '@halyard/contracts';
import { type PartyFact, partyNames } from '@halyard/contracts/parties';
import { partsOf } from '@halyard/core';
import { accountOf, ServiceCalls } from '@halyard/http';

/** A payment without names is worth more than one that takes longer. */
const WAIT_MS = 2_000;
/** The most names that one call asks for. */
const NAMES_AT_ONCE = 400;

interface Holder {
  readonly ownerKind: PartyFact['kind'];
  readonly ownerId: string;
}

type Names = Readonly<Record<string, string>>;

/** Only the owners of parties know their names, and are asked for them at each request. */
@Injectable()
export class HolderNames {
  constructor(private readonly calls: ServiceCalls) {}

  /** @returns names by id, without the parties that were erased or whose owner does not answer in time */
  of(holders: readonly Holder[], operation: Operation): Promise<ReadonlyMap<string, string>> {
    const accountId = accountOf(operation);
    return this.collect(holders, async (route, ids) => {
      const answer = await this.calls.requestWithin(WAIT_MS, route, { accountId, ids }, operation);
      return answer === undefined ? {} : partyNames.parse(answer).names;
    });
  }

  /**
   * @returns names by id, without the parties of the account that were erased
   * @throws DomainError ServiceUnavailable
   */
  async all(accountId: string, holders: readonly Holder[], operation: Operation): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    const unique = [...new Map(holders.map((holder) => [holder.ownerId, holder])).values()];
    for (const page of partsOf(unique, NAMES_AT_ONCE)) {
      const names = await this.collect(
        page,
        async (route, ids) => partyNames.parse(await this.calls.request(route, { accountId, ids }, operation)).names,
      );
      for (const [id, name] of names) found.set(id, name);
    }
    return found;
  }

  private async collect(
    holders: readonly Holder[],
    ask: (route: ServiceRoute, ids: readonly string[]) => Promise<Names>,
  ): Promise<ReadonlyMap<string, string>> {
    const found = await Promise.all(
      (['account', 'customer'] as const).map(async (kind) => {
        const ids = new Set(holders.filter(({ ownerKind }) => ownerKind === kind).map(({ ownerId }) => ownerId));
        return ids.size === 0 ? {} : ask(NAME_ROUTES[kind], [...ids]);
      }),
    );
    return new Map(found.flatMap((names) => Object.entries(names)));
  }
}

const NAME_ROUTES = {
  account: serviceRoutes.findAccountNames,
  customer: serviceRoutes.findCustomerNames,
} as const satisfies Record<PartyFact['kind'], ServiceRoute>;
