import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS } from '@halyard/core';
import { Sealer } from '@halyard/persistence';

/** How long a form may be sent after its page was shown. Used ones are known for as long. */
export const FORM_MS = 7 * DAY_MS;

const NONCE_BYTES = 16;
const PERSON_LENGTH = 16;
const TOKEN = /^([0-9a-z]{1,12})\.([\w-]{22})\.([\w-]{0,16})\.([\w-]{1,100})$/;

/** What a form is sent to, by which browser. */
interface Sent {
  readonly action: string;
  readonly browser: string;
  /** The person who is logged in in the browser now. */
  readonly personId: string | undefined;
}

/** Whom a form was shown to, beside who sends it. */
export interface Proof {
  /** Somebody else than who is logged in now. */
  readonly isOfAnother: boolean;
  /** Nobody was logged in when it was shown, and somebody is now. */
  readonly isOlder: boolean;
  /** Whoever it was shown to is logged in now; so is everybody where nobody was. */
  readonly isOfSender: boolean;
}

/**
 * The tokens that prove that a form comes from a page of ours which this very browser was shown. Each form that is shown has
 * one of its own, so that one that was used is known. They outlive the log-in: a form may be sent after another one, in
 * another tab, has logged the person in or out.
 */
@Injectable()
export class FormTokens {
  constructor(
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  make({ action, browser, personId }: Sent): string {
    const shownAt = this.clock.system().getTime().toString(36);
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    const said = `${shownAt}.${nonce}.${this.nameOf(personId)}`;
    return `${said}.${this.sign(said, action, browser)}`;
  }

  /** @returns undefined for a token that is not of this form and this browser, or too old */
  read(token: string, { action, browser, personId }: Sent): Proof | undefined {
    const [, shownAt = '', nonce = '', shownTo = '', given = ''] = TOKEN.exec(token) ?? [];
    const expected = Buffer.from(this.sign(`${shownAt}.${nonce}.${shownTo}`, action, browser));
    const actual = Buffer.from(given);
    if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return undefined;
    if (this.clock.system().getTime() - Number.parseInt(shownAt, 36) > FORM_MS) return undefined;
    const sender = this.nameOf(personId);
    return {
      isOfAnother: shownTo !== '' && sender !== '' && shownTo !== sender,
      isOlder: shownTo === '' && sender !== '',
      isOfSender: shownTo === '' || shownTo === sender,
    };
  }

  private nameOf(personId: string | undefined): string {
    return personId === undefined ? '' : this.sealer.fingerprint('auth.form-person', personId).slice(0, PERSON_LENGTH);
  }

  private sign(said: string, action: string, browser: string): string {
    return this.sealer.fingerprint('auth.form-token', `${action}\n${browser}\n${said}`);
  }
}
