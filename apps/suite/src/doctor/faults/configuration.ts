import type { KnownFault } from './fault.js';

/** Faults of settings, keys and addresses, by their names. */
export const configurationFaults = {
  'setting-unusable': {
    subject: 'settings',
    message: 'The configuration is not usable: {problem}.',
    mend: 'Correct the setting. No process that reads it starts until then.',
    help: 'docs/settings.md',
  },
  'setting-unknown': {
    subject: 'settings',
    message: '{variable} is no setting, so it has no effect. The closest setting is {closest}.',
    mend: 'Rename {variable} to {closest}, or remove it.',
    help: 'docs/settings.md',
  },
  'key-unusable': {
    subject: 'keys',
    message: 'The keys are not usable: {problem}.',
    mend: 'Restore the key from a backup, or correct the setting that gives it. Never make a new master key for existing data: what the former one has sealed would stay unreadable.',
    help: 'docs/how-to/back-up-and-restore.md',
  },
  'key-readable-by-others': {
    subject: 'keys',
    message: 'Other users of this machine can read {file}.',
    mend: 'Take their rights away: chmod go= {file}. If somebody may have read it, replace the key as well.',
    help: 'docs/runbooks/erase-a-person.md',
  },
  'master-key-wrong': {
    subject: 'keys',
    message: '{sentence}.',
    mend: 'Give {service} the master key with which its data was written. While a replacement is under way, give both.',
    help: 'docs/runbooks/erase-a-person.md',
  },
  'address-not-https': {
    subject: 'addresses',
    message: '{setting} is an address with http://, and in production passwords and tokens go there.',
    mend: 'Give {setting} an address with https://, and let the gateway or a proxy end TLS.',
    help: 'docs/how-to/run-behind-a-proxy.md',
  },
  'host-shared': {
    subject: 'addresses',
    message:
      '{setting} has the same host as the API, so browsers do not keep its pages apart from everything else there.',
    mend: 'Set {setting} to an address with a host of its own, and let that host lead to the gateway too.',
    help: 'docs/how-to/let-people-log-in.md',
  },
  'host-not-forwarded': {
    subject: 'addresses',
    message: 'The gateway does not believe a proxy that names the host {host}: FORWARDED_HOSTS lacks it.',
    mend: 'Add {host} to FORWARDED_HOSTS.',
    help: 'docs/how-to/run-behind-a-proxy.md',
  },
  'host-unknown': {
    subject: 'addresses',
    message: 'The name {host} of {setting} has no address, so nobody reaches it.',
    mend: 'Add the name to the DNS, or correct {setting}.',
    help: 'docs/settings.md',
  },
} as const satisfies Readonly<Record<string, KnownFault>>;
