import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';

export const FORM_TOKEN = 'form-token';

/** If several fields have one name, the first counts. */
export class SubmittedForm {
  private constructor(
    private readonly fields: URLSearchParams,
    /** Nobody was logged in when the form was shown, and somebody is now. */
    readonly isOlder: boolean,
  ) {}

  /** @throws any error of the body */
  static async read(body: Readable): Promise<SubmittedForm> {
    return new SubmittedForm(new URLSearchParams((await buffer(body)).toString()), false);
  }

  asOlder(): SubmittedForm {
    return new SubmittedForm(this.fields, true);
  }

  /** Missing fields are empty text. */
  text(name: string): string {
    return this.fields.get(name) ?? '';
  }
}
