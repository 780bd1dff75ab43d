import { fault, IsWebUrl, Required } from '@halyard/http';
import { Matches } from 'class-validator';

/** Postgres keeps no NUL. */
const SECRET = /^[^\0]{1,128}$/u;

export const INVALID_URL = 'Url must be a valid url.';

/** Reference facts, 10.1. */
export class CreateSubscriptionDto {
  @Required()
  @IsWebUrl(fault('InvalidFormat', INVALID_URL))
  url!: string;

  @Matches(SECRET)
  secret!: string;
}
