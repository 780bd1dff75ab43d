import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Mail, PostedLetter } from './mail.js';

export interface OpenMail {
  readonly mail: Mail;
  readonly arrived: () => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

export const FROM = 'Payments <no-reply@pay.example>';
const LINK = `https://pay.example/password-resets/${'x'.repeat(200)}`;

const letter = (given: Partial<PostedLetter> = {}): PostedLetter => ({
  id: randomUUID(),
  postedAt: new Date('2026-03-02T18:00:00.000Z'),
  to: 'ada@example.com',
  subject: 'Reset your password',
  text: `Dear Ada Łovelace 🐎,\n\n${LINK}\n\n.a line that begins with a point\n`,
  ...given,
});

export function describeMail(open: () => Promise<OpenMail>): void {
  describe('mail', () => {
    let opened: OpenMail;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());

    const messageWith = async (text: string): Promise<readonly string[]> =>
      (await opened.arrived()).filter((message) => message.includes(text));

    it('arrives as it was written, with a link alone on its line', async () => {
      const sent = letter();
      await opened.mail.send(sent);
      const [message = ''] = await messageWith(sent.id);
      const [head = '', ...rest] = message.split('\r\n\r\n');
      expect(head.split('\r\n')).toEqual(
        expect.arrayContaining([
          `From: ${FROM}`,
          'To: ada@example.com',
          'Subject: Reset your password',
          'Date: Mon, 02 Mar 2026 18:00:00 +0000',
          `Message-ID: <${sent.id}@pay.example>`,
        ]),
      );
      expect(rest.join('\r\n\r\n').trimEnd()).toBe(sent.text.trimEnd().replaceAll('\n', '\r\n'));
    });

    it('is the same message however often it is sent', async () => {
      const sent = letter();
      await opened.mail.send(sent);
      await opened.mail.send(sent);
      expect(new Set(await messageWith(sent.id)).size).toBe(1);
    });

    it.each([
      ['an address', { to: 'ada@example.com\r\nBcc: eve@example.com' }],
      ['a subject', { subject: 'Hello\nBcc: eve@example.com' }],
      ['a line', { text: 'x'.repeat(999) }],
    ])('refuses %s that would be something else on its way', async (_, given) => {
      const bad = letter(given);
      await expect(opened.mail.send(bad)).rejects.toThrow(RangeError);
      expect(await messageWith(bad.id)).toEqual([]);
    });

    it('sends many at once', async () => {
      const sent = Array.from({ length: 10 }, () => letter());
      await Promise.all(sent.map((one) => opened.mail.send(one)));
      for (const { id } of sent) expect(await messageWith(id)).toHaveLength(1);
    });
  });
}
