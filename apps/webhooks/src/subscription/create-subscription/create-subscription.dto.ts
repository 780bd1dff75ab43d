import { Check, fault, Required } from '@halyard/http';

const URL_LENGTH_MAX = 2048;
const SECRET_LENGTH_MAX = 128;

/**
 * An absolute http or https URL, written as it is used: parsers drop or mend blanks, control characters, backslashes and
 * surplus slashes silently, and credentials in it would never be sent.
 */
export function isWebhookUrl(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > URL_LENGTH_MAX) return false;
  if (!/^https?:\/\/[^\s\p{Cc}\\/][^\s\p{Cc}\\]*$/iu.test(value) || !URL.canParse(value)) return false;
  const { hostname, username, password } = new URL(value);
  return hostname !== '' && username === '' && password === '';
}

const isSecret = (value: unknown): boolean =>
  typeof value === 'string' && value.length > 0 && value.length <= SECRET_LENGTH_MAX && !value.includes('\0');

export const INVALID_URL = 'Url must be a valid url.';

/** Reference facts, 10.1. */
export class CreateSubscriptionDto {
  @Required()
  @Check(isWebhookUrl, fault('InvalidFormat', INVALID_URL))
  url!: string;

  @Check(isSecret)
  secret!: string;
}
