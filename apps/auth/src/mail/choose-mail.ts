import { join } from 'node:path';
import type { AuthConfig } from '../config.js';
import { FileMail } from './file-mail.js';
import type { Mail } from './mail.js';
import { SmtpMail } from './smtp-mail.js';

export function mailOf({ mail, smtpUrl = '', mailFrom = 'no-reply@localhost', dataDir }: AuthConfig): Mail {
  if (mail === 'smtp') return new SmtpMail({ url: smtpUrl, from: mailFrom });
  return new FileMail({
    folder: join(dataDir, 'mail'),
    from: mailFrom,
    // Announces letters only on a terminal: a log for machines must not contain lines for people.
    ...(process.stdout.isTTY && { announce: (line) => console.log(line) }),
  });
}
