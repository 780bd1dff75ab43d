import { Body, Controller } from '@nestjs/common';
import { Serves } from '@halyard/http';
import type { ResourceAnswer } from '@halyard/contracts';
import { linkingRoutes } from '@halyard/contracts/linking';
import { BankNumbersDto } from '../../funding-source/add-bank/bank-numbers.dto.js';
import { BankAddition } from '../../funding-source/add-bank/bank-addition.js';
import { NewBanks } from '../../funding-source/add-bank/new-banks.js';
import { linkOf } from '../link.js';
import { CurrentLinking, ForLinking, type LinkingCaller } from '../linking.guard.js';

/** A browser sends the numbers without passing through its partner's server. */
@Controller()
export class LinkBankController {
  constructor(
    private readonly banks: NewBanks,
    private readonly adding: BankAddition,
  ) {}

  /** @throws DomainError as when a bank is added; InvalidAccessToken, InvalidResourceState */
  @Serves(linkingRoutes.linkFundingSource)
  @ForLinking('funding-sources', 'session')
  async link(
    @CurrentLinking() caller: LinkingCaller,
    @Body() body: BankNumbersDto,
  ): Promise<ResourceAnswer<'linked-funding-source'>> {
    const { operation, owner } = caller;
    const bankAccountType = body.bankAccountType ?? body.type ?? 'checking';
    const source = await this.banks.sourceOf(operation, owner, body, { ...body, bankAccountType });
    const bank = { source, isVerified: false, links: [linkOf(caller)] };
    const { resource } = await this.adding.add(operation, owner, bank);
    return {
      type: 'resource',
      kind: 'linked-funding-source',
      id: '',
      attributes: {},
      links: { 'funding-source': resource },
    };
  }
}
