import { type AttributesOf, type LinksOf, ref, type ShownEvent } from '@halyard/contracts';

type Message = AttributesOf<'parked-key'>['message'];

/** What operators see of a message: its data has no number, name or secret any more. */
export const messageOf = (shown: ShownEvent | undefined): Message => shown?.message;

/** Whose it is, and what it is about. */
export const linksOf = (shown: ShownEvent | undefined): Pick<LinksOf<'parked-key'>, 'account' | 'resource'> => ({
  ...(shown?.accountId !== undefined && { account: ref('account', shown.accountId) }),
  ...(shown?.resource && { resource: shown.resource }),
});
