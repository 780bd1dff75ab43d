import {
  Content,
  IsDayOrTime,
  IsEin,
  IsOneOf,
  IsText,
  IsWebsite,
  Label,
  OptionalOrEmpty,
  Refused,
  Required,
} from '@halyard/input';
import { IsIn } from 'class-validator';
import { industries } from '../../business-classification/business-classifications.js';
import { AddressedCustomerDto } from './customer.dto.js';
import { BUSINESS_NAME } from './field-formats.js';

/** Legal persons of their own: their controller is checked, too, and their owners have to be named. */
export const companyTypes = ['llc', 'corporation', 'partnership'] as const;

/** Reference facts, section 2.2. */
abstract class BusinessDto extends AddressedCustomerDto {
  @IsIn(['business'])
  readonly type!: 'business';

  @Required()
  @IsText(BUSINESS_NAME)
  readonly businessName!: string;

  @OptionalOrEmpty()
  @IsText(BUSINESS_NAME)
  readonly doingBusinessAs?: string;

  @Label('Industry')
  @Required()
  @IsOneOf(industries, 'The id of an industry of GET /business-classifications.', {
    list: 'listBusinessClassifications',
    prompt: '_embedded.industry-classifications.name',
    value: '_embedded.industry-classifications.id',
  })
  readonly businessClassification!: string;

  @OptionalOrEmpty()
  @IsWebsite()
  readonly website?: string;
}

/** The owner is the business: first name, last name and date of birth are the owner's. */
export abstract class ProprietorshipDto extends BusinessDto {
  @IsIn(['soleProprietorship'])
  readonly businessType!: 'soleProprietorship';

  @Required()
  @Content('birth-date')
  @IsDayOrTime()
  readonly dateOfBirth!: string;

  @Label('Employer identification number')
  @OptionalOrEmpty()
  @IsEin()
  readonly ein?: string;

  @Refused()
  readonly controller?: undefined;
}

/** The names are those of the person who looks after the account, and are not checked. */
export abstract class CompanyDto extends BusinessDto {
  @Required()
  @IsIn(companyTypes)
  readonly businessType!: (typeof companyTypes)[number];

  @Label('Employer identification number')
  @Required()
  @IsEin()
  readonly ein!: string;
}
