/** A letter in plain text. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface PostedLetter extends Letter {
  readonly id: string;
  readonly postedAt: Date;
}

/** The receiving server will never take the letter. */
export class LetterRefused extends Error {
  override readonly name = 'LetterRefused';
}

/** Sending a letter again must do no harm: a process can end before it knows that the letter was sent. */
export abstract class Mail {
  /** @throws LetterRefused; after any other failure the letter is sent again */
  abstract send(letter: PostedLetter): Promise<void>;
}
