import type { PostedLetter } from './mail.js';

/** RFC 5322, 2.1.1. */
const LINE_BYTES_MAX = 998;

/** Not the time zone of this machine. */
const dateOf = (at: Date): string => at.toUTCString().replace('GMT', '+0000');

const domainOf = (address: string): string => /@([\w.-]+)>?$/.exec(address)?.[1] ?? 'localhost';

/**
 * The message of a letter (RFC 5322, RFC 6532): plain text as it is, so that a link stands alone on its line. The same
 * letter is the same message, by whose Message-ID a receiver may drop what it has already.
 *
 * @throws RangeError for a header field that would be more than one, and for a line that is too long
 */
export function messageOf({ id, postedAt, to, subject, text }: PostedLetter, from: string): string {
  const head = [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Date: ${dateOf(postedAt)}`,
    `Message-ID: <${id}@${domainOf(from)}>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    'Auto-Submitted: auto-generated',
  ];
  if (head.some((line) => /\p{Cc}/u.test(line))) throw new RangeError('a header field contains a control character');
  const lines = [...head, '', ...text.split('\n')];
  if (lines.some((line) => Buffer.byteLength(line) > LINE_BYTES_MAX)) throw new RangeError('a line is too long');
  return `${lines.join('\r\n')}\r\n`;
}
