import { type InvitedRole, meaningOf } from '@halyard/contracts/people';
import type { Letter } from './mail.js';

/** Links stand alone on a line, so that every mail program makes them clickable. */
const letter = (to: string, subject: string, ...paragraphs: readonly string[]): Letter => ({
  to,
  subject,
  text: `${paragraphs.join('\n\n')}\n`,
});

interface InvitationOffer {
  readonly installation: string;
  readonly account: string;
  readonly role: InvitedRole;
  readonly link: string;
}

export const invitationLetter = (to: string, { installation, account, role, link }: InvitationOffer): Letter =>
  letter(
    to,
    'You are invited to an account',
    `You are invited to join ${account} at ${installation}. Your role is ${role}: it ${meaningOf[role]}.`,
    'Open this link to accept, within seven days:',
    link,
    'If you did not expect this, you need not do anything.',
  );

export const resetLetter = (to: string, link: string): Letter =>
  letter(
    to,
    'Reset your password',
    'Somebody asked to reset the password that belongs to this address. Open this link to choose a new one, within an hour:',
    link,
    'If it was not you, you need not do anything: your password stays as it is.',
  );

const notYou = (url: string): readonly string[] => [
  'If it was not you, reset your password at once:',
  `${url}/password-resets`,
];

export const passwordChangedLetter = (to: string, url: string): Letter =>
  letter(to, 'Your password was changed', 'The password that belongs to this address was changed.', ...notYou(url));

export const passkeysChangedLetter = (to: string, url: string, isOn: boolean): Letter =>
  letter(
    to,
    `A passkey was ${isOn ? 'added' : 'removed'}`,
    `A passkey for two-step verification was ${isOn ? 'added to' : 'removed from'} the log-in with this address.`,
    ...notYou(url),
  );

export const factorsResetLetter = (to: string, url: string): Letter =>
  letter(
    to,
    'Two-step verification was reset',
    'An operator has removed the authenticator and the passkeys that belong to this address. You can log in with your password alone, and set them up again.',
    ...notYou(url),
  );

export const factorChangedLetter = (to: string, url: string, isOn: boolean): Letter =>
  letter(
    to,
    `Two-step verification is ${isOn ? 'on' : 'off'}`,
    `The authenticator that belongs to this address was turned ${isOn ? 'on' : 'off'}.`,
    ...notYou(url),
  );
