/** A letter to a person, in plain text. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** A letter that is to be sent, under an id of its own. */
export interface PostedLetter extends Letter {
  readonly id: string;
  readonly postedAt: Date;
}

/** The receiving server will not take the letter, however often it is sent. */
export class LetterRefused extends Error {
  override readonly name = 'LetterRefused';
}

/** Port: how letters leave. Sending the same letter again must do no harm: a process can end before it knows. */
export abstract class Mail {
  /** @throws LetterRefused; any other failure, after which the letter is sent again */
  abstract send(letter: PostedLetter): Promise<void>;
}
