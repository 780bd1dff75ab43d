import { Injectable } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import type { BankAccountType } from '@halyard/contracts/funding-sources';
import { Clock, DomainError, newId, validationError } from '@halyard/core';
import { accountOf, applicationOf, timeOf } from '@halyard/http';
import { linkedResource, usualFault } from '@halyard/input';
import { Sealer } from '@halyard/persistence';
import { DataSource } from 'typeorm';
import { BankDirectory } from '../../bank-directory/bank-directory.js';
import { LinkingProvider } from '../../linking-provider/linking-provider.js';
import { OnDemandAuthorization } from '../../on-demand-authorization/on-demand-authorization.entity.js';
import type { Owner } from '../party/source-owners.js';
import { type BankNumbers, sealNumbers } from '../bank-numbers.js';
import { type AccountHolders, type Channel, type FundingSource, searchTextOf } from '../funding-source.entity.js';
import type { AddBankDto } from './add-bank.dto.js';

export interface NewBank {
  readonly source: Omit<FundingSource, 'position'> & { readonly fingerprint: string; readonly channel: Channel };
  /** A provider has verified it. */
  readonly isVerified: boolean;
  readonly links: readonly BankLink[];
}

/** A token or an authorization, which can be used for one bank only. */
export interface BankLink {
  readonly id: string;
  /** The error if it was used before. */
  readonly used: () => DomainError;
}

type NamedChannels = Pick<AddBankDto, 'name' | 'channels'>;

const TOKEN_FIELDS = ['partnerToken', 'plaidToken'] as const;
type TokenField = (typeof TOKEN_FIELDS)[number];

export interface BankAccountNumbers extends BankNumbers {
  readonly bankAccountType: BankAccountType;
  /** Like `OfferedAccount.holders`. */
  readonly holders?: readonly string[];
}

/** The token was not issued to the caller, or was used. */
const invalidToken = (field: TokenField): DomainError => validationError(usualFault('Invalid', `/${field}`));

/** The authorization is of another account, or was used for another bank (reference facts, section 6.1). */
const invalidAuthorization = (): DomainError =>
  validationError({
    code: 'Invalid',
    message: 'Invalid on-demand authorization.',
    path: '/_links/on-demand-authorization/href',
  });

/** Makes a bank from its numbers, or from the provider's token that stands for them. */
@Injectable()
export class NewBanks {
  constructor(
    private readonly sealer: Sealer,
    private readonly provider: LinkingProvider,
    private readonly banks: BankDirectory,
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Asks the provider and seals the numbers in advance, so that no lock waits for either.
   *
   * @throws DomainError ValidationError for a token that was not issued to the application, for fields that the token
   * stands for, and for an authorization of another account; UpdateCredentials for an expired token
   */
  async of(operation: Operation, owner: Owner, request: AddBankDto): Promise<NewBank> {
    const field = TOKEN_FIELDS.find((name) => request[name] != null);
    const linked = field && (await this.linked(operation, request, field));
    const account = linked ?? { ...request, bankAccountType: request.bankAccountType ?? request.type ?? 'checking' };
    const source = await this.sourceOf(operation, owner, request, account);
    const links = await this.authorizationsOf(source.accountId, request);
    if (!field || !linked) return { source, isVerified: false, links };
    return { source, isVerified: true, links: [{ id: linked.linkId, used: () => invalidToken(field) }, ...links] };
  }

  private async authorizationsOf(accountId: string, { _links }: AddBankDto): Promise<BankLink[]> {
    const authorization = linkedResource(_links?.['on-demand-authorization']?.href);
    if (!authorization) return [];
    const { id } = authorization;
    const isKnown = await this.dataSource.manager.existsBy(OnDemandAuthorization, { id, accountId });
    if (!isKnown) throw invalidAuthorization();
    return [{ id, used: invalidAuthorization }];
  }

  private async linked(operation: Operation, request: AddBankDto, field: TokenField) {
    refuseBeside(request);
    const { applicationId, accountId } = applicationOf(operation);
    const token = request[field] ?? '';
    const said = await this.provider.accountOf(token, { applicationId, accountId, at: this.clock.system() });
    if (said === 'invalid') throw invalidToken(field);
    if ('refused' in said) throw new DomainError(said.refused);
    return said;
  }

  async sourceOf(
    operation: Operation,
    owner: Owner,
    { name, channels }: NamedChannels,
    account: BankAccountNumbers,
  ): Promise<NewBank['source']> {
    return {
      id: newId(),
      accountId: accountOf(operation),
      ownerKind: owner.kind,
      ownerId: owner.id,
      type: 'bank',
      status: 'unverified',
      name,
      bankAccountType: account.bankAccountType,
      ...(await sealNumbers(
        { sealer: this.sealer, banks: this.banks },
        { ownerId: owner.id, accountId: accountOf(operation) },
        account,
      )),
      searchText: searchTextOf(name),
      accountHolders: holdersOf(account),
      channel: channels?.[0] ?? 'ach',
      created: timeOf(operation),
      removedAt: null,
      microDeposits: null,
      version: 1,
    };
  }
}

const holdersOf = ({ holders: [selected, ...other] = [] }: BankAccountNumbers): AccountHolders | null =>
  selected === undefined ? null : { selected, other };

/** Refuses fields that the token stands for. A bank for wires has nothing to verify. */
function refuseBeside(request: AddBankDto): void {
  const fields = (['routingNumber', 'accountNumber', 'type', 'bankAccountType'] as const).filter(
    (field) => request[field] != null,
  );
  const beside = request.channels?.includes('wire') ? [...fields, 'channels'] : fields;
  if (beside.length === 0) return;
  throw validationError(...beside.map((field) => usualFault('NotAllowed', `/${field}`)));
}
