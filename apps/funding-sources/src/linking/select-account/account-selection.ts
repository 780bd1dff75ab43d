import { Injectable } from '@nestjs/common';
import type { ResourceAnswer } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { DataSource } from 'typeorm';
import { BankAddition } from '../../funding-source/add-bank/bank-addition.js';
import { NewBanks } from '../../funding-source/add-bank/new-banks.js';
import { FundingSource } from '../../funding-source/funding-source.entity.js';
import type { LinkingCaller } from '../linking.guard.js';
import { linkOf } from '../link.js';
import type { SelectionDto } from '../session/linking-session.dto.js';
import { linkingSessionAnswer } from '../session/linking-session.answer.js';
import { LinkingSessions } from '../session/linking-sessions.js';
import { chosenOf } from './chosen-account.js';

const NAME_LENGTH_MAX = 50;

@Injectable()
export class AccountSelection {
  constructor(
    private readonly sessions: LinkingSessions,
    private readonly banks: NewBanks,
    private readonly adding: BankAddition,
    private readonly dataSource: DataSource,
  ) {}

  /**
   * A repeat gets the same answer. @throws DomainError ValidationError, InvalidResourceState; those of adding a bank
   */
  async select(caller: LinkingCaller, { account: id, name }: SelectionDto): Promise<ResourceAnswer<'linking-session'>> {
    const session = await this.sessions.current(caller);
    const chosen = chosenOf(session, id);
    const named = { name: name ?? chosen.name.slice(0, NAME_LENGTH_MAX) };
    const source = await this.banks.sourceOf(caller.operation, caller.owner, named, chosen);
    try {
      await this.adding.add(caller.operation, caller.owner, { source, isVerified: true, links: [linkOf(caller)] });
    } catch (error) {
      const isRefused = error instanceof DomainError && !error.retryable;
      if (!isRefused || !(await this.isLinked(caller, source.fingerprint))) throw error;
    }
    return linkingSessionAnswer(await this.sessions.current(caller));
  }

  /** Whether the account is linked. The session may have linked it earlier, or by another request at the same time. */
  private async isLinked(caller: LinkingCaller, fingerprint: string): Promise<boolean> {
    const { fundingSourceId: id } = await this.sessions.current(caller);
    return id !== undefined && (await this.dataSource.manager.existsBy(FundingSource, { id, fingerprint }));
  }
}
