import type { KnownFault } from './fault.js';

/** Faults of the machine and of servers around the installation, by their names. */
export const surroundingsFaults = {
  'clock-off': {
    subject: 'clock',
    message: 'The clock of this machine is {seconds} s {direction} the clock of {server}.',
    mend: 'Let both machines take their time from the same servers (NTP), and check that they do.',
    help: 'docs/concepts/time.md',
  },
  'disk-almost-full': {
    subject: 'disk',
    message: 'The disk of {folder} has only {free} left, which is {percent} % of it.',
    mend: 'Make room, or move the folder to a larger disk. On a full disk Postgres stops.',
    help: 'docs/runbooks/store-down.md',
  },
  'files-almost-used-up': {
    subject: 'disk',
    message: 'The disk of {folder} has room for only {files} more files, however small.',
    mend: 'Remove files that nobody needs, or move the folder to another disk.',
    help: 'docs/runbooks/store-down.md',
  },
  'certificate-ends': {
    subject: 'certificates',
    message: 'The certificate of {holder} ends at {end}.',
    mend: 'Renew it before then. The gateway renews its own certificate at a start and twice a day.',
    help: 'docs/how-to/run-behind-a-proxy.md',
  },
  'certificate-over': {
    subject: 'certificates',
    message: 'The certificate of {holder} ended at {end}, so clients refuse it.',
    mend: 'Renew it. The gateway renews its own certificate at a start and twice a day.',
    help: 'docs/how-to/run-behind-a-proxy.md',
  },
  'certificate-of-other-host': {
    subject: 'certificates',
    message: 'The certificate of {holder} is not for the host {host}.',
    mend: 'Take a certificate that names {host}, or end TLS at a proxy that has one, with TLS=off here.',
    help: 'docs/how-to/run-behind-a-proxy.md',
  },
  'certificate-unreadable': {
    subject: 'certificates',
    message: '{file} is no file of certificates (PEM), or this user may not read it.',
    mend: 'Correct {setting}, or the file.',
    help: 'docs/how-to/trust-a-private-authority.md',
  },
  'mail-not-reached': {
    subject: 'mail',
    message: "The mail server at {server} can't be reached, so people get no letters.",
    mend: 'Start the mail server, or correct SMTP_URL.',
    help: 'docs/how-to/let-people-log-in.md',
  },
  'mail-refuses-login': {
    subject: 'mail',
    message: 'The mail server at {server} refuses the log-in of SMTP_URL, so people get no letters.',
    mend: 'Correct user and password in SMTP_URL.',
    help: 'docs/how-to/let-people-log-in.md',
  },
  'documents-not-reached': {
    subject: 'documents',
    message: "The storage of documents at {server} can't be reached, or does not answer.",
    mend: 'Start the S3 server, or correct DOCUMENTS_S3_ENDPOINT.',
    help: 'docs/documents.md',
  },
  'documents-bucket-missing': {
    subject: 'documents',
    message: 'The storage of documents at {server} has no bucket {bucket}.',
    mend: 'Make the bucket, or correct DOCUMENTS_S3_BUCKET.',
    help: 'docs/documents.md',
  },
  'documents-access-denied': {
    subject: 'documents',
    message: 'The storage of documents at {server} denies access to the bucket {bucket}.',
    mend: 'Correct DOCUMENTS_S3_ACCESS_KEY_ID, DOCUMENTS_S3_SECRET_ACCESS_KEY or DOCUMENTS_S3_REGION, or give that key the rights to read, write and delete.',
    help: 'docs/documents.md',
  },
  'documents-folder-not-writable': {
    subject: 'documents',
    message: 'This user may not write to {folder}, where documents are on their way to the S3 server.',
    mend: 'Give the user of customers the right to write there.',
    help: 'docs/documents.md',
  },
  'backup-missing': {
    subject: 'backup',
    message: 'There is no backup in {folder}, and the data is older than a day.',
    mend: 'Make one now, and one each day: npm run backup.',
    help: 'docs/how-to/back-up-and-restore.md',
  },
  'backup-old': {
    subject: 'backup',
    message: 'The last backup in {folder} was made at {made}, which is more than a day ago.',
    mend: 'Make one now, and one each day: npm run backup.',
    help: 'docs/how-to/back-up-and-restore.md',
  },
} as const satisfies Readonly<Record<string, KnownFault>>;
