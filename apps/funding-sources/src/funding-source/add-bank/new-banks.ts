import { Injectable } from '@nestjs/common';
import type { ApplicationPrincipal, BankAccountType, Operation } from '@halyard/contracts';
import { DomainError, newId, validationError } from '@halyard/core';
import { accountOf, linkedResource, timeOf } from '@halyard/http';
import { Sealer } from '@halyard/persistence';
import { DataSource } from 'typeorm';
import { BankDirectory } from '../../bank-directory/bank-directory.js';
import { LinkingProvider } from '../../linking-provider/linking-provider.js';
import { OnDemandAuthorization } from '../../on-demand-authorization/on-demand-authorization.entity.js';
import type { Owner } from '../party/parties.js';
import { type BankNumbers, sealNumbers } from '../bank-numbers.js';
import type { AccountHolders, Channel, FundingSource } from '../funding-source.entity.js';
import type { AddBankDto } from './add-bank.dto.js';

/** A bank that is to be added. */
export interface NewBank {
  readonly source: Omit<FundingSource, 'position'> & { readonly fingerprint: string; readonly channel: Channel };
  /** Whether a provider vouches for it. */
  readonly isVerified: boolean;
  readonly links: readonly Link[];
}

/** What a bank is linked by, once: the token that it comes by, the authorization that it rests on. */
export interface Link {
  readonly id: string;
  /** What it is refused with that was used. */
  readonly used: () => DomainError;
}

/** What its owner calls an account, and how money reaches it. */
type Named = Pick<AddBankDto, 'name' | 'channels'>;

const TOKEN_FIELDS = ['partnerToken', 'plaidToken'] as const;
type TokenField = (typeof TOKEN_FIELDS)[number];

export interface Account extends BankNumbers {
  readonly bankAccountType: BankAccountType;
  /** As `OfferedAccount` has them. */
  readonly holders?: readonly string[];
}

/** What a token is refused with that is not the caller's, or was used. */
const invalidToken = (field: TokenField): DomainError =>
  validationError({
    code: 'Invalid',
    message: `${field.charAt(0).toUpperCase()}${field.slice(1)} invalid.`,
    path: `/${field}`,
  });

/** Another account's, or another bank's (reference facts, section 6.1). */
const invalidAuthorization = (): DomainError =>
  validationError({
    code: 'Invalid',
    message: 'Invalid on-demand authorization.',
    path: '/_links/on-demand-authorization/href',
  });

/** Makes banks of what clients send: numbers, or the token of a provider that stands for them. */
@Injectable()
export class NewBanks {
  constructor(
    private readonly sealer: Sealer,
    private readonly provider: LinkingProvider,
    private readonly banks: BankDirectory,
    private readonly dataSource: DataSource,
  ) {}

  /**
   * Asks the provider and seals, so that no lock waits for either.
   *
   * @throws DomainError ValidationError for a token that is not the application's, or with what it stands for beside it,
   * and for an authorization that is not the account's; UpdateCredentials for one that has expired
   */
  async of(operation: Operation, owner: Owner, request: AddBankDto): Promise<NewBank> {
    const { principal } = operation;
    if (principal.kind !== 'application') throw new DomainError('Forbidden');
    const field = TOKEN_FIELDS.find((name) => request[name] != null);
    const linked = field && (await this.linked(operation, principal, request, field));
    const account = linked ?? { ...request, bankAccountType: request.bankAccountType ?? request.type ?? 'checking' };
    const source = await this.sourceOf(operation, owner, request, account);
    const links = await this.authorizationsOf(source.accountId, request);
    if (!field || !linked) return { source, isVerified: false, links };
    return { source, isVerified: true, links: [{ id: linked.linkId, used: () => invalidToken(field) }, ...links] };
  }

  private async authorizationsOf(accountId: string, { _links }: AddBankDto): Promise<Link[]> {
    const authorization = linkedResource(_links?.['on-demand-authorization']?.href);
    if (!authorization) return [];
    const { id } = authorization;
    const isKnown = await this.dataSource.manager.existsBy(OnDemandAuthorization, { id, accountId });
    if (!isKnown) throw invalidAuthorization();
    return [{ id, used: invalidAuthorization }];
  }

  private async linked(operation: Operation, principal: ApplicationPrincipal, request: AddBankDto, field: TokenField) {
    refuseBeside(request);
    const { applicationId, accountId } = principal;
    const token = request[field] ?? '';
    const said = await this.provider.accountOf(token, { applicationId, accountId, at: timeOf(operation) });
    if (said === 'invalid') throw invalidToken(field);
    if ('refused' in said) throw new DomainError(said.refused);
    return said;
  }

  /** A bank as it is added. */
  async sourceOf(
    operation: Operation,
    owner: Owner,
    { name, channels }: Named,
    account: Account,
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
      ...(await sealNumbers({ sealer: this.sealer, banks: this.banks }, owner.id, account)),
      accountHolders: holdersOf(account),
      channel: channels?.[0] ?? 'ach',
      created: timeOf(operation),
      removedAt: null,
      microDeposits: null,
      version: 1,
    };
  }
}

const holdersOf = ({ holders: [selected, ...other] = [] }: Account): AccountHolders | null =>
  selected === undefined ? null : { selected, other };

/** What a token stands for is not said beside it, and a wire has nothing to prove. */
function refuseBeside(request: AddBankDto): void {
  const fields = (['routingNumber', 'accountNumber', 'type', 'bankAccountType'] as const).filter(
    (field) => request[field] != null,
  );
  const beside = request.channels?.includes('wire') ? [...fields, 'channels'] : fields;
  if (beside.length === 0) return;
  throw validationError(
    ...beside.map((field) => ({
      code: 'NotAllowed' as const,
      message: `${field.charAt(0).toUpperCase()}${field.slice(1)} value not allowed.`,
      path: `/${field}`,
    })),
  );
}
