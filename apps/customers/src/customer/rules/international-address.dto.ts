import {
  IsForeignCountry,
  IsNoPostOfficeBox,
  IsPostalCode,
  IsText,
  IsUsState,
  Label,
  OptionalOrEmpty,
  Required,
  Variants,
} from '@halyard/input';
import { IsIn } from 'class-validator';
import { CITY, FOREIGN_POSTAL_CODE, STREET } from './field-formats.js';

abstract class AddressDto {
  @Required()
  @IsNoPostOfficeBox()
  @IsText(STREET)
  readonly address1!: string;

  @OptionalOrEmpty()
  @IsNoPostOfficeBox()
  @IsText(STREET)
  readonly address2?: string;

  @OptionalOrEmpty()
  @IsNoPostOfficeBox()
  @IsText(STREET)
  readonly address3?: string;

  @Required()
  @IsText(CITY)
  readonly city!: string;
}

class UsAddressDto extends AddressDto {
  @Label('State')
  @Required()
  @IsUsState()
  readonly stateProvinceRegion!: string;

  @Label('ZIP code')
  @Required()
  @IsPostalCode()
  readonly postalCode!: string;

  @IsIn(['US'])
  readonly country!: 'US';
}

class ForeignAddressDto extends AddressDto {
  @Label('State, province or region')
  @Required()
  @IsText(CITY)
  readonly stateProvinceRegion!: string;

  @OptionalOrEmpty()
  @IsText(FOREIGN_POSTAL_CODE)
  readonly postalCode?: string;

  @Required()
  @IsForeignCountry()
  readonly country!: string;
}

/** The address of a controller or an owner, in any country (reference facts, section 2.2). */
@Variants('country', { US: UsAddressDto }, ForeignAddressDto)
export class InternationalAddressDto {}

export type InternationalAddress = UsAddressDto | ForeignAddressDto;
