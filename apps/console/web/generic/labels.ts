import { wordsOf } from '../parts/text.js';

/** Labels of actions whose link relation is not what people say. */
const labels: Readonly<Record<string, string>> = {
  'initiate-micro-deposits': 'Start micro-deposits',
  'verify-micro-deposits': 'Verify micro-deposits',
  send: 'Send money',
  receive: 'Receive money',
  'transfer-send': 'Send money',
  'transfer-receive': 'Receive money',
  'rotate-secret': 'Rotate secret',
  'revoke-secrets': 'Revoke secrets…',
  replay: 'Replay events',
  retry: 'Resend',
  hold: 'Set legal hold',
  lift: 'Lift legal hold',
  erase: 'Erase…',
  reject: 'Reject…',
  skip: 'Skip…',
  default: 'Create',
};

/** Actions that take something away. They stand apart, and ask before they are done. */
const dangerous: ReadonlySet<string> = new Set([
  'deactivate',
  'suspend',
  'remove',
  'erase',
  'withdraw',
  'revoke-secrets',
  'swap',
]);
export const isDangerous = (name: string): boolean => dangerous.has(name);

/** The title of the dialog that a button with `…` opens, and the label of the button in that dialog. */
export const titleOf = (label: string): string => label.replace(/…$/, '');

export const labelOf = (name: string): string => labels[name] ?? wordsOf(name);
