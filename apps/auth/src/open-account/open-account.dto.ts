import { Example, fault, IsText, IsToken, Nested, Required, type TextFormat } from '@halyard/input';
import { IsBoolean, IsOptional } from 'class-validator';
import { shownName } from '../application/shown-name.js';
import { InvitedPersonDto } from '../invitation/invited-person.dto.js';

/**
 * These characters look the same in a form, a URL and a Basic header, so clients may skip the encoding of RFC 6749
 * (section 2.3.1).
 */
const URL_SAFE = 'A-Za-z0-9._~-';

const KEY: TextFormat = {
  pattern: new RegExp(`^[${URL_SAFE}]{20,64}$`),
  description: 'A UUID, or 20 to 64 letters, digits, dots, underscores, tildes and hyphens.',
  content: 'kept',
};

const SECRET: TextFormat = {
  pattern: new RegExp(`^[${URL_SAFE}]{32,128}$`),
  description: '32 to 128 letters, digits, dots, underscores, tildes and hyphens, at random.',
  content: 'secret',
};

export class NewApplicationDto {
  @IsOptional()
  @Required()
  @IsText(shownName)
  name?: string;

  /** The OAuth `client_id`. */
  @IsToken(KEY)
  key!: string;

  /** The OAuth `client_secret`. It has high entropy, so it is stored as a fast hash. */
  @IsToken(SECRET)
  secret!: string;
}

@Example({
  name: 'Harbor Payments',
  application: { name: 'Shop', key: 'harbor-shop-application', secret: 'an-example-never-used-anywhere-0001' },
})
export class OpenAccountDto {
  @Required()
  @IsText(shownName)
  name!: string;

  @Nested(() => NewApplicationDto)
  application!: NewApplicationDto;

  /** This person is invited to be the account's first owner. */
  @IsOptional()
  @Nested(() => InvitedPersonDto)
  owner?: InvitedPersonDto;

  /** Gives the application the `operator` scope. Only other services may ask for it. */
  @IsOptional()
  @IsBoolean(fault('InvalidFormat'))
  operator?: boolean;
}
