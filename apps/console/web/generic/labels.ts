import { wordsOf } from '../parts/text.js';

/** The names of what can be done, where the relation of its link does not say it as people do. */
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

/** Of the dialog that a button with `…` opens, and of the button in it. */
export const titleOf = (label: string): string => label.replace(/…$/, '');

export const labelOf = (name: string): string => labels[name] ?? wordsOf(name);
