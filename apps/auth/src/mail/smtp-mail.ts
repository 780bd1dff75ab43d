import { errorCodeOf } from '@halyard/core';
import type { Transporter } from 'nodemailer';
import { LetterRefused, Mail, type PostedLetter } from './mail.js';
import { messageOf } from './message.js';

const CONNECT_TIMEOUT_MS = 5_000;
const SILENCE_MAX_MS = 10_000;
/** RFC 5321, 4.2.1: from this status on, the same command will never succeed. */
const PERMANENT = 500;

export interface SmtpMailOptions {
  /** `smtp://` or `smtps://`, with user and password if the server needs them. */
  readonly url: string;
  readonly from: string;
}

export class SmtpMail extends Mail {
  private opening: Promise<Transporter> | undefined;

  constructor(private readonly options: SmtpMailOptions) {
    super();
  }

  override async send(letter: PostedLetter): Promise<void> {
    const { from } = this.options;
    this.opening ??= this.open();
    const transporter = await this.opening;
    try {
      await transporter.sendMail({ envelope: { from, to: letter.to }, raw: messageOf(letter, from) });
    } catch (error) {
      if (statusIn(error) >= PERMANENT && !isOfLogIn(error))
        throw new LetterRefused('the SMTP server refuses it', { cause: error });
      throw error;
    }
  }

  /** The library is loaded for the first letter: most processes never send one. */
  private open(): Promise<Transporter> {
    return transporterTo(this.options.url);
  }
}

async function transporterTo(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_MAX_MS,
  });
}

/** Why a server takes no letters: it can't be reached, or it refuses the log-in. */
export type MailTrouble = 'not-reached' | 'refused-login';

/** Greets an SMTP server, logs in if the URL has a user, and leaves. It sends no letter. */
export async function mailTroubleAt(url: string): Promise<MailTrouble | undefined> {
  const transporter = await transporterTo(url);
  try {
    await transporter.verify();
    return undefined;
  } catch (error) {
    return isOfLogIn(error) ? 'refused-login' : 'not-reached';
  } finally {
    transporter.close();
  }
}

/** Whether the server refused the log-in. That is no refusal of a letter. */
const isOfLogIn = (error: unknown): boolean => errorCodeOf(error) === 'EAUTH';

/** The server's status; 0 if the server did not answer. */
const statusIn = (error: unknown): number =>
  error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : 0;
