import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS } from '@halyard/core';
import { Sealer } from '@halyard/persistence';
import { isSameText } from '../same-text.js';

/** A form may be sent for this long after its page was shown, and a used form is remembered for as long. */
export const FORM_MS = 7 * DAY_MS;

const NONCE_BYTES = 16;
const PERSON_LENGTH = 16;
const TOKEN = /^([0-9a-z]{1,12})\.([\w-]{22})\.([\w-]{0,16})\.([\w-]{1,100})$/;

interface FormOrigin {
  readonly action: string;
  readonly browser: string;
  readonly personId: string | undefined;
}

interface SentForm extends FormOrigin {
  /** The secret from the cookie of the browser's session, if that session has not ended. */
  readonly sessionSecret: string | undefined;
}

export interface Proof {
  /** The form was shown to somebody other than the person who is logged in now. */
  readonly isOfAnother: boolean;
  /** Nobody was logged in when the form was shown, and somebody is now. */
  readonly isOlder: boolean;
  /** The person that the form was shown to is logged in, or nobody was logged in when it was shown. */
  readonly isOfSender: boolean;
}

/**
 * Makes and reads the tokens which prove that a form comes from a page of ours that this browser was shown. Each shown
 * form has its own token, so that a used one is recognized. Tokens outlive the log-in: a form may be sent after another
 * tab has logged the person in or out.
 */
@Injectable()
export class FormTokens {
  constructor(
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  make({ action, browser, personId }: FormOrigin): string {
    const shownAt = this.clock.system().getTime().toString(36);
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    const said = `${shownAt}.${nonce}.${this.nameOf(personId)}`;
    return `${said}.${this.sign(said, action, browser)}`;
  }

  /** @returns undefined if the token is not of this form and this browser, or is too old */
  read(token: string, sent: SentForm): Proof | undefined {
    if (this.isFormer(token, sent)) return { isOfAnother: false, isOlder: false, isOfSender: true };
    const { action, browser, personId } = sent;
    const [, shownAt = '', nonce = '', shownTo = '', given = ''] = TOKEN.exec(token) ?? [];
    if (!isSameText(given, this.sign(`${shownAt}.${nonce}.${shownTo}`, action, browser))) return undefined;
    if (this.clock.system().getTime() - Number.parseInt(shownAt, 36) > FORM_MS) return undefined;
    const sender = this.nameOf(personId);
    return {
      isOfAnother: shownTo !== '' && sender !== '' && shownTo !== sender,
      isOlder: shownTo === '' && sender !== '',
      isOfSender: shownTo === '' || shownTo === sender,
    };
  }

  /**
   * Whether a page has the token that was shown before each form had a token of its own: one for all forms of an action in a
   * session. Such a page may be open while an installation is upgraded.
   */
  private isFormer(token: string, { action, browser, sessionSecret = '' }: SentForm): boolean {
    return isSameText(token, this.sign(sessionSecret, action, browser));
  }

  private nameOf(personId: string | undefined): string {
    return personId === undefined ? '' : this.sealer.fingerprint('auth.form-person', personId).slice(0, PERSON_LENGTH);
  }

  private sign(said: string, action: string, browser: string): string {
    return this.sealer.fingerprint('auth.form-token', `${action}\n${browser}\n${said}`);
  }
}
