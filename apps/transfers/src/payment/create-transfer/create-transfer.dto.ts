import { EXAMPLE_ADDRESS } from '@halyard/contracts';
import {
  Example,
  fault,
  IsCorrelationId,
  IsLinkTo,
  IsMetadata,
  IsMoney,
  IsNotZero,
  ListOf,
  Nested,
  Note,
  Refused,
  Required,
} from '@halyard/input';
import { IsIn, IsOptional } from 'class-validator';
import { FEES_MAX } from '../fees.js';
import type { CreditClearing } from '../payment.model.js';

class SourceLinkDto {
  @IsLinkTo(['funding-source'], fault('Invalid', 'Invalid funding source.'))
  readonly href: unknown;
}

class DestinationLinkDto {
  @IsLinkTo(['funding-source', 'customer', 'account'], fault('Invalid', 'Invalid destination funding source.'))
  readonly href: unknown;
}

class LinksDto {
  @Nested(() => SourceLinkDto)
  readonly source!: SourceLinkDto;

  @Nested(() => DestinationLinkDto)
  readonly destination!: DestinationLinkDto;
}

class AmountDto {
  @IsMoney(fault('InvalidFormat', 'Value must be a positive number.'))
  readonly value: unknown;

  @IsIn(['USD'])
  readonly currency: unknown;
}

const clearings: readonly CreditClearing[] = ['standard', 'next-available'];

class ClearingDto {
  @Note('A debit always clears the standard way: next-available is taken for standard.')
  @IsOptional()
  @IsIn(clearings)
  readonly source?: CreditClearing;

  @Note('next-available is the same day where that is still possible and the amount allows it, otherwise the next day.')
  @IsOptional()
  @IsIn(clearings)
  readonly destination?: CreditClearing;
}

class ChargeToDto {
  @IsLinkTo(['customer', 'account'], fault('Invalid'))
  readonly href: unknown;
}

class FeeLinksDto {
  @Nested(() => ChargeToDto)
  readonly 'charge-to'!: ChargeToDto;
}

class FeeAmountDto {
  @Required()
  @IsNotZero(fault('Invalid', 'Facilitator fee below minimum.'))
  @IsMoney(fault('Invalid', 'Facilitator fee amount invalid.'))
  readonly value: unknown;

  @IsIn(['USD'])
  readonly currency: unknown;
}

class FeeDto {
  @Nested(() => FeeLinksDto)
  readonly _links: FeeLinksDto = new FeeLinksDto();

  @Nested(() => FeeAmountDto)
  readonly amount!: FeeAmountDto;
}

/** Body of POST /transfers (reference facts 7.1); faults as in 7.2. */
@Example({
  _links: {
    source: { href: `${EXAMPLE_ADDRESS}/funding-sources/0195b3a0-0000-7000-8000-0000000000b1` },
    destination: { href: `${EXAMPLE_ADDRESS}/funding-sources/0195b3a0-0000-7000-8000-0000000000b2` },
  },
  amount: { value: '225.00', currency: 'USD' },
  correlationId: 'order-1',
  metadata: { order: '1' },
})
export class CreateTransferDto {
  @Nested(() => LinksDto)
  readonly _links: LinksDto = new LinksDto();

  @Nested(() => AmountDto)
  readonly amount!: AmountDto;

  @IsOptional()
  @IsMetadata()
  readonly metadata?: Readonly<Record<string, string>>;

  @IsOptional()
  @IsCorrelationId()
  readonly correlationId?: string;

  @IsOptional()
  @ListOf(() => FeeDto, FEES_MAX, fault('Invalid'))
  readonly fees?: readonly FeeDto[];

  @IsOptional()
  @Nested(() => ClearingDto)
  readonly clearing?: ClearingDto;

  @Refused()
  readonly achDetails?: unknown;

  @Refused()
  readonly processingChannel?: unknown;

  @Refused()
  readonly rtpDetails?: unknown;
}
