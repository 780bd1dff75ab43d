import type { FieldValue } from './fields.js';

/** A form that a page sent, with the idempotency key under which it has its effect once. */
export interface SentForm {
  /** The id of the account that sent it: a person of another account may come back to the page. */
  readonly owner: string;
  readonly key: string;
  readonly values: Readonly<Record<string, FieldValue>>;
  /** Whether the API has answered. A change after that makes another form. */
  readonly isDone: boolean;
}

interface Entry {
  readonly sentForm?: SentForm;
}

/**
 * The form that was sent from this entry of the browser's history. It outlives a reload, and a visit to the next page.
 */
export function sentFormOf(owner: string): SentForm | undefined {
  const { sentForm } = (history.state ?? {}) as Entry;
  return sentForm?.owner === owner ? sentForm : undefined;
}

export function noteSent(sentForm: SentForm): void {
  history.replaceState({ ...(history.state as Entry | null), sentForm }, '');
}
