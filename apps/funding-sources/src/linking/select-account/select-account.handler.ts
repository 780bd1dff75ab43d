import { Injectable } from '@nestjs/common';
import type { ResourceDocument } from '@halyard/contracts';
import { DomainError, type FaultCode, validationError } from '@halyard/core';
import { DataSource } from 'typeorm';
import { AddBankHandler } from '../../funding-source/add-bank/add-bank.handler.js';
import { type Account, NewBanks } from '../../funding-source/add-bank/new-banks.js';
import { FundingSource } from '../../funding-source/funding-source.entity.js';
import type { LinkingCaller } from '../linking.guard.js';
import { linkOf } from '../link.js';
import type { SelectionDto } from '../session/linking-session.dto.js';
import { linkingSessionDocument } from '../session/linking-session.document.js';
import { type CurrentSession, LinkingSessions } from '../session/linking-sessions.js';

const NAME_LENGTH_MAX = 50;

/** Makes the account that somebody has chosen a verified bank of the customer. */
@Injectable()
export class SelectAccountHandler {
  constructor(
    private readonly sessions: LinkingSessions,
    private readonly banks: NewBanks,
    private readonly adding: AddBankHandler,
    private readonly dataSource: DataSource,
  ) {}

  /**
   * The same selection again answers the same.
   *
   * @throws DomainError ValidationError, InvalidResourceState; as a bank is added with
   */
  async select(caller: LinkingCaller, { account: id, name }: SelectionDto): Promise<ResourceDocument> {
    const session = await this.sessions.current(caller);
    const chosen = chosenOf(session, id);
    const source = await this.banks.sourceOf(caller.operation, caller.owner, { name: name ?? chosen.name }, chosen);
    try {
      await this.adding.add(caller.operation, caller.owner, { source, isVerified: true, links: [linkOf(caller)] });
    } catch (error) {
      const isRefused = error instanceof DomainError && !error.retryable;
      if (!isRefused || !(await this.isLinked(caller, source.fingerprint))) throw error;
    }
    return linkingSessionDocument(await this.sessions.current(caller));
  }

  /** Whether the session has brought this very account: before, or by another request at the same time. */
  private async isLinked(caller: LinkingCaller, fingerprint: string): Promise<boolean> {
    const { fundingSourceId: id } = await this.sessions.current(caller);
    return id !== undefined && (await this.dataSource.manager.existsBy(FundingSource, { id, fingerprint }));
  }
}

function chosenOf({ progress }: CurrentSession, id: string): Account & { readonly name: string } {
  if (progress.step !== 'accounts') {
    throw new DomainError('InvalidResourceState', { message: 'No accounts were offered.' });
  }
  const offered = progress.accounts.find((account) => account.id === id);
  if (!offered) throw refused('Invalid', 'Account invalid.');
  const { routingNumber, name } = offered;
  if (routingNumber === undefined) throw refused('NotAllowed', 'The account has no routing number.');
  return { ...offered, routingNumber, name: name.slice(0, NAME_LENGTH_MAX) };
}

const refused = (code: FaultCode, message: string): DomainError => validationError({ code, message, path: '/account' });
