import type { AuthConfig } from '../config.js';

/** The parameter that says where a token will be used (RFC 8707). */
const RESOURCE = 'resource';

const isOwn = (given: string, { addresses }: Pick<AuthConfig, 'addresses'>): boolean =>
  URL.parse(given)?.href === new URL(addresses.apiUrl).href;

/** Removes the API's own address: every token is for the API anyway. Any other address stays, so that it is refused. */
export function withoutOwnResource(
  parameters: URLSearchParams,
  config: Pick<AuthConfig, 'addresses'>,
): URLSearchParams {
  const given = parameters.getAll(RESOURCE);
  if (given.length === 0 || !given.every((one) => isOwn(one, config))) return parameters;
  const others = new URLSearchParams(parameters);
  others.delete(RESOURCE);
  return others;
}

/** Like `withoutOwnResource`, for a form of /token, in which each parameter occurs once. */
export function withoutOwnResourceIn(
  form: Readonly<Record<string, string>>,
  config: Pick<AuthConfig, 'addresses'>,
): Readonly<Record<string, string>> {
  if (form[RESOURCE] === undefined || !isOwn(form[RESOURCE], config)) return form;
  const { [RESOURCE]: _, ...others } = form;
  return others;
}
