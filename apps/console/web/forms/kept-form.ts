import type { Template } from '@halyard/client';
import { pathOf, send } from '../api/client.js';

const FORMS = '/console/forms';
/** Says that this browser has a form to fetch, and nothing of its content. */
const MARK = 'console.form-kept';

/** A form as it was filled in before a fresh log-in. In the meantime the console's server keeps it, sealed. */
interface KeptForm {
  readonly path: string;
  /** The API's path of the resource that has the form. */
  readonly resource: string;
  readonly name: string;
  readonly key: string;
  readonly values: Readonly<Record<string, string | boolean>>;
}

let kept: KeptForm | undefined;

const here = (): string => location.pathname + location.search;

/** Fetches the form that was kept for the page that is loading. Call this before the page is shown. */
export async function takeKeptForm(): Promise<void> {
  if (sessionStorage.getItem(MARK) === null) return;
  sessionStorage.removeItem(MARK);
  const answer = await send(FORMS, { method: 'DELETE', headers: { accept: 'application/json' } });
  const form = answer.ok ? ((await answer.json()) as KeptForm) : undefined;
  kept = form?.path === here() ? form : undefined;
}

/** The name of the resource's kept form, if there is one. The page should open that form. */
export const keptNameOf = (self: string | undefined): string | undefined =>
  self !== undefined && kept?.resource === pathOf(self) ? kept.name : undefined;

/** The kept form, to fill the form in with. It is handed out once. */
export function continueForm(self: string | undefined, name: string): KeptForm | undefined {
  if (keptNameOf(self) !== name) return undefined;
  const form = kept;
  kept = undefined;
  return form;
}

interface FilledForm {
  readonly resource: string | undefined;
  readonly name: string;
  readonly key: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Keeps what was filled in, except secrets and files. */
export async function keepForm(
  { resource, name, key, values }: FilledForm,
  { properties = [] }: Template,
): Promise<void> {
  if (resource === undefined) return;
  const secret = new Set(properties.filter(({ type }) => type === 'password').map((property) => property.name));
  const kinds: ReadonlySet<string> = new Set(['string', 'boolean']);
  const shown = Object.entries(values).filter(([field, value]) => kinds.has(typeof value) && !secret.has(field));
  const form = { path: here(), resource: pathOf(resource), name, key, values: Object.fromEntries(shown) };
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  const { ok } = await send(FORMS, { method: 'POST', headers, body: JSON.stringify(form) });
  if (ok) sessionStorage.setItem(MARK, '1');
}
