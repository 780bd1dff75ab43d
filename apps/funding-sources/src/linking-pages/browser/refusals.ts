import type { LinkingError } from './messages.js';
import type { Refusal } from './linking-api.js';

/** The page goes on after these refusals. */
const goesOn: Readonly<Record<string, string>> = {
  InvalidLogin: 'That is not what your bank expects. Check what you typed and try again.',
  AccountNotFound: 'Your bank found no account for this login. Check what you typed, or choose another bank.',
  UnsupportedSite: 'Accounts at this bank can’t be linked. Choose another bank.',
  AlreadyLoggedIn: 'You are logged in to your bank somewhere else. Log out there and try again.',
  VisitSite: 'Your bank needs something from you first. Log in on its own site, do what it asks, and try again here.',
  UnavailableSite: 'Your bank has technical difficulties. Try again later.',
  ValidationError: 'Some of what you typed can’t be right. Check it and try again.',
  DuplicateResource: 'This account is linked already. Choose another one.',
  MaxNumberOfResources: 'You have as many banks as there may be. Remove one before you link another.',
  Conflict: 'Your last answer is still being looked at. Try again in a moment.',
  TooManyRequests: 'There is too much going on right now. Try again in a moment.',
  ServiceUnavailable: 'Something does not work on our side right now. Try again in a moment.',
  Unreachable: 'The server did not answer. Check your connection and try again.',
};

/** These refusals end the page: the code for the script, and the message for the person. */
const ends: Readonly<Record<string, LinkingError>> = {
  InvalidCredentials: { code: 'InvalidIavToken', message: 'This page was opened without permission.' },
  InvalidAccessToken: { code: 'InvalidIavToken', message: 'This page was opened before. Go back and start again.' },
  ExpiredAccessToken: { code: 'InvalidIavToken', message: 'It took too long. Go back and start again.' },
  Forbidden: { code: 'InvalidIavToken', message: 'This page was opened without permission.' },
  NotFound: { code: 'InvalidIavToken', message: 'This page was opened without permission.' },
  OriginNotAllowed: {
    code: 'OriginNotAllowed',
    message: 'This page was opened from an address that is not registered.',
  },
  InvalidResourceState: { code: 'InvalidResourceState', message: 'No bank can be linked right now.' },
  RateLimitReached: { code: 'RateLimitReached', message: 'Too many attempts were made. Try again later.' },
};

const UNEXPECTED: LinkingError = { code: 'UnexpectedPage', message: 'Something went wrong. Go back and start again.' };

export function judged({ code }: Refusal): LinkingError & { readonly goesOn: boolean } {
  const message = goesOn[code];
  if (message !== undefined) return { code, message, goesOn: true };
  return { ...(ends[code] ?? UNEXPECTED), goesOn: false };
}
