import type { Template } from '@halyard/client';
import { pathOf, send } from '../api/client.js';

const FORMS = '/console/forms';
/** That this browser has a form to take: nothing of what it says. */
const MARK = 'console.form-kept';

/** What was filled in before a fresh log-in. The console's server has it meanwhile, sealed. */
interface KeptForm {
  readonly path: string;
  /** The resource that has the form, as the API calls it. */
  readonly resource: string;
  readonly name: string;
  readonly key: string;
  readonly values: Readonly<Record<string, string | boolean>>;
}

let kept: KeptForm | undefined;

const here = (): string => location.pathname + location.search;

/** Reads what was kept for the page that is loaded. To be called before it is shown. */
export async function takeKeptForm(): Promise<void> {
  if (sessionStorage.getItem(MARK) === null) return;
  sessionStorage.removeItem(MARK);
  const answer = await send(FORMS, { method: 'DELETE', headers: { accept: 'application/json' } });
  const form = answer.ok ? ((await answer.json()) as KeptForm) : undefined;
  kept = form?.path === here() ? form : undefined;
}

/** The name of the form of a resource that goes on where it was left, if there is one: it is to be opened. */
export const keptNameOf = (self: string | undefined): string | undefined =>
  self !== undefined && kept?.resource === pathOf(self) ? kept.name : undefined;

/** What to fill a form in with, once. */
export function continueForm(self: string | undefined, name: string): KeptForm | undefined {
  if (keptNameOf(self) !== name) return undefined;
  const form = kept;
  kept = undefined;
  return form;
}

interface Filled {
  readonly resource: string | undefined;
  readonly name: string;
  readonly key: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Keeps what was filled in, but for secrets and files. */
export async function keepForm({ resource, name, key, values }: Filled, { properties = [] }: Template): Promise<void> {
  if (resource === undefined) return;
  const secret = new Set(properties.filter(({ type }) => type === 'password').map((property) => property.name));
  const kinds: ReadonlySet<string> = new Set(['string', 'boolean']);
  const shown = Object.entries(values).filter(([field, value]) => kinds.has(typeof value) && !secret.has(field));
  const form = { path: here(), resource: pathOf(resource), name, key, values: Object.fromEntries(shown) };
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  const { ok } = await send(FORMS, { method: 'POST', headers, body: JSON.stringify(form) });
  if (ok) sessionStorage.setItem(MARK, '1');
}
