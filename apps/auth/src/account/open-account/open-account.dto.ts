import { fault, IsText, Nested, Required } from '@halyard/http';
import { IsBoolean, IsOptional, Matches } from 'class-validator';

/**
 * Characters that are the same in a form, a URL and a Basic header, so that clients that skip the encoding required by
 * RFC 6749 (section 2.3.1) still succeed.
 */
const URL_SAFE = 'A-Za-z0-9._~-';

/** Names are shown to people: no control characters, and not blank (`Required`). */
const NAME = /^[^\p{Cc}]{1,100}$/u;

export class NewApplicationDto {
  @IsOptional()
  @Required()
  @IsText(NAME)
  name?: string;

  /** client_id: a UUID, or 20 to 64 url-safe characters. */
  @Matches(new RegExp(`^[${URL_SAFE}]{20,64}$`))
  key!: string;

  /** client_secret: 32 to 128 url-safe characters of high entropy, stored only as a fast hash. */
  @Matches(new RegExp(`^[${URL_SAFE}]{32,128}$`))
  secret!: string;
}

export class OpenAccountDto {
  @Required()
  @IsText(NAME)
  name!: string;

  @Nested(() => NewApplicationDto)
  application!: NewApplicationDto;

  /** Whether the application also gets the `operator` scope; only other services may ask for it. */
  @IsOptional()
  @IsBoolean(fault('InvalidFormat'))
  operator?: boolean;
}
