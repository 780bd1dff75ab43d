import { fault, IsCorrelationId, IsLinkTo, IsMetadata, IsMoney, Nested, Refused } from '@halyard/http';
import { IsIn, IsOptional } from 'class-validator';

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

  @IsIn(['USD'], fault('Invalid'))
  readonly currency: unknown;
}

/** Body of POST /transfers (reference facts 7.1); faults as in 7.2. */
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

  @Refused()
  readonly fees?: unknown;

  @Refused()
  readonly clearing?: unknown;

  @Refused()
  readonly achDetails?: unknown;

  @Refused()
  readonly processingChannel?: unknown;

  @Refused()
  readonly rtpDetails?: unknown;
}
