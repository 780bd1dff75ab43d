import { type AttributesOf, type LinksOf, ref } from '@halyard/contracts';
import type {} from '@halyard/contracts/accounts';
import type { ShownEvent } from '@halyard/contracts/topics';

type Message = AttributesOf<'parked-key'>['message'];

/** The message for operators: its numbers, names and secrets have been removed. */
export const messageOf = (shown: ShownEvent | undefined): Message => shown?.message;

/** The account of the message, and the resource that it is about. */
export const linksOf = (shown: ShownEvent | undefined): Pick<LinksOf<'parked-key'>, 'account' | 'resource'> => ({
  ...(shown?.accountId !== undefined && { account: ref('account', shown.accountId) }),
  ...(shown?.resource && { resource: shown.resource }),
});
