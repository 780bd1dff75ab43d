import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { FactAnswer } from '@halyard/contracts';
import type { CustomerMoney } from '@halyard/contracts/customers';
import { balanceIdOf } from '@halyard/contracts/funding-sources';
import { DataSource, type EntityManager } from 'typeorm';
import { Balances } from '../balance/balances.js';
import { ReadModels } from '../projection/read-models.js';
import { LIST_HEAD, LIST_HEAD_ROWS } from '../transfer/party-list.rows.js';

export class GetCustomerMoney extends Query<FactAnswer<CustomerMoney>> {
  constructor(readonly customerId: string) {
    super();
  }
}

@QueryHandler(GetCustomerMoney)
export class GetCustomerMoneyHandler implements IQueryHandler<GetCustomerMoney> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly readModels: ReadModels,
    private readonly balances: Balances,
  ) {}

  /** @throws DomainError ServiceUnavailable while lists are rebuilt */
  async execute({ customerId: id }: GetCustomerMoney): Promise<FactAnswer<CustomerMoney>> {
    const { isPending, lastAt } = await this.readModels.read('transfers', () =>
      transfersOfParty(this.dataSource.manager, id),
    );
    const { availableMinor, postedMinor } = await this.balances.current(balanceIdOf(id));
    return {
      type: 'fact',
      fact: {
        isPending: isPending || availableMinor !== postedMinor,
        balanceMinor: String(postedMinor),
        lastTransferAt: lastAt?.toISOString(),
      },
    };
  }
}

interface TransfersOfParty {
  readonly isPending: boolean;
  readonly lastAt: Date | null;
}

/**
 * Whether a party has a transfer under way or a return to come, and when its last transfer was. The party's balance can
 * also pay for the return of a transfer that does not name the party, such as the debit from its sender's bank. So this
 * looks at the main transfer of the payment, which names both parties.
 */
export async function transfersOfParty(manager: EntityManager, partyId: string): Promise<TransfersOfParty> {
  const [row] = await manager.query<[TransfersOfParty]>(
    `SELECT
       EXISTS (SELECT FROM party_transfers WHERE party_id = $1 AND status = 'pending') OR EXISTS (
         SELECT FROM transfers AS due JOIN transfers AS main ON main.id = due.payment_id
         WHERE due.return_due IS NOT NULL AND due.kind <> 'microDeposit'
           AND $1 IN (main.source_owner_id, main.destination_owner_id)
       ) AS "isPending",
       greatest(
         (SELECT max(created) FROM ${LIST_HEAD_ROWS} AS head),
         (SELECT max(created) FROM party_transfers WHERE party_id = $1 AND number > ${LIST_HEAD})
       ) AS "lastAt"`,
    [partyId],
  );
  return row;
}
