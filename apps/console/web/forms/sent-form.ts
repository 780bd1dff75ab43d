import type { FieldValue } from './fields.js';

/** What was sent from a page, under the key with which it has its effect once. */
export interface SentForm {
  /** Of whom: another person may come back to the page. */
  readonly owner: string;
  readonly key: string;
  readonly values: Readonly<Record<string, FieldValue>>;
  /** Whether it was answered: what is changed from then on is another form. */
  readonly isDone: boolean;
}

interface Entry {
  readonly sentForm?: SentForm;
}

/** What was sent from this entry of the browser's history, which outlives a reload and the way to the next page. */
export function sentFormOf(owner: string): SentForm | undefined {
  const { sentForm } = (history.state ?? {}) as Entry;
  return sentForm?.owner === owner ? sentForm : undefined;
}

export function noteSent(sentForm: SentForm): void {
  history.replaceState({ ...(history.state as Entry | null), sentForm }, '');
}
