import { Injectable } from '@nestjs/common';
import type { ApplicationPrincipal, Operation } from '@halyard/contracts';
import { DomainError, newId, validationError } from '@halyard/core';
import { timeOf } from '@halyard/http';
import { Sealer } from '@halyard/persistence';
import { LinkingProvider } from '../../linking-provider/linking-provider.js';
import type { Owner } from '../party/parties.js';
import { type BankNumbers, sealNumbers } from '../bank-numbers.js';
import type { BankAccountType, Channel, FundingSource } from '../funding-source.entity.js';
import type { AddBankDto } from './add-bank.dto.js';

/** A bank that is to be added. */
export interface NewBank {
  readonly source: Omit<FundingSource, 'position'> & { readonly fingerprint: string; readonly channel: Channel };
  /** Of one that a provider vouches for: what it vouches by, once. */
  readonly link?: { readonly id: string; readonly field: TokenField };
}

const TOKEN_FIELDS = ['partnerToken', 'plaidToken'] as const;
type TokenField = (typeof TOKEN_FIELDS)[number];

interface Account extends BankNumbers {
  readonly bankAccountType: BankAccountType;
}

/** What a token is refused with that is not the caller's, or was used. */
export const invalidToken = (field: TokenField): DomainError =>
  validationError({
    code: 'Invalid',
    message: `${field.charAt(0).toUpperCase()}${field.slice(1)} invalid.`,
    path: `/${field}`,
  });

/** Makes banks of what clients send: numbers, or the token of a provider that stands for them. */
@Injectable()
export class NewBanks {
  constructor(
    private readonly sealer: Sealer,
    private readonly provider: LinkingProvider,
  ) {}

  /**
   * Asks the provider and seals, so that no lock waits for either.
   *
   * @throws DomainError ValidationError for a token that is not the application's, or with what it stands for beside it;
   * UpdateCredentials for one that has expired
   */
  async of(operation: Operation, owner: Owner, request: AddBankDto): Promise<NewBank> {
    const { principal } = operation;
    if (principal.kind !== 'application') throw new DomainError('Forbidden');
    const field = TOKEN_FIELDS.find((name) => request[name] != null);
    const linked = field && (await this.linked(operation, principal, request, field));
    const account = linked ?? { ...request, bankAccountType: request.bankAccountType ?? request.type ?? 'checking' };
    const source = await this.sourceOf(principal.accountId, owner, request, account, timeOf(operation));
    return { source, ...(field && linked && { link: { id: linked.linkId, field } }) };
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

  private async sourceOf(
    accountId: string,
    owner: Owner,
    { name, channels }: AddBankDto,
    account: Account,
    created: Date,
  ): Promise<NewBank['source']> {
    return {
      id: newId(),
      accountId,
      ownerKind: owner.kind,
      ownerId: owner.id,
      type: 'bank',
      status: 'unverified',
      name,
      bankAccountType: account.bankAccountType,
      ...(await sealNumbers(this.sealer, owner.id, account)),
      channel: channels?.[0] ?? 'ach',
      created,
      removedAt: null,
      microDeposits: null,
      version: 1,
    };
  }
}

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
