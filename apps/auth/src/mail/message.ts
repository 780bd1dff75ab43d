import type { PostedLetter } from './mail.js';

/** RFC 5322, 2.1.1. */
const LINE_BYTES_MAX = 998;

/** Always UTC, whatever the machine's time zone is. */
const dateOf = (at: Date): string => at.toUTCString().replace('GMT', '+0000');

const domainOf = (address: string): string => /@([\w.-]+)>?$/.exec(address)?.[1] ?? 'localhost';

/**
 * Writes a letter as a message (RFC 5322, RFC 6532). Plain text stays as it is, so that links stand alone on their
 * line. Sending a letter again makes the same message, which receivers may recognize by its Message-ID.
 *
 * @throws RangeError for a header field with a control character, and for a line that is too long
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
