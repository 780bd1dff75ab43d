import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';

/** The field that proves that a form comes from a page of ours in this very browser. */
export const FORM_TOKEN = 'form-token';

/** A form that was sent. Of several fields with one name the first counts. */
export class Form {
  private constructor(
    private readonly fields: URLSearchParams,
    /** Whether nobody was logged in when it was shown, and somebody is now. */
    readonly isOlder: boolean,
  ) {}

  /** @throws whatever the body fails with */
  static async read(body: Readable): Promise<Form> {
    return new Form(new URLSearchParams((await buffer(body)).toString()), false);
  }

  /** The same form, as one that was shown before somebody logged in. */
  asOlder(): Form {
    return new Form(this.fields, true);
  }

  /** Empty text for a field that is missing. */
  text(name: string): string {
    return this.fields.get(name) ?? '';
  }
}
