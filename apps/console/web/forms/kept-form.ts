import type { Template } from '@halyard/client';
import { pathOf, send } from '../api/client.js';
import type { FormValues } from './given.js';
import { ruleNameOf } from './list-items.js';

const FORMS = '/console/forms';
/** Under this name the browser has the id of a form of this tab that the server keeps, and nothing of its content. */
const MARK = 'console.form-kept';
/** A log-in leads back to a page with this mark if a form waits there that another tab or browser had. */
const WAITS = '#form';

/** A form as it was filled in. The console's server keeps it, sealed, in case the session ends. */
interface KeptForm {
  /** The page's own id of the form: two tabs may have the same form. */
  readonly slot: string;
  readonly path: string;
  /** The API's path of the resource that has the form. */
  readonly resource: string;
  readonly name: string;
  readonly key: string;
  readonly values: FormValues;
}

let kept: KeptForm | undefined;

const here = (): string => location.pathname + location.search;

const sendForm = (method: 'POST' | 'DELETE', path: string, body?: object): Promise<Response> =>
  send(path, {
    method,
    headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    // The browser sends the last change even if the page is being left.
    keepalive: true,
  });

/** Fetches the form that was kept for the page that is loading. Call this before the page is shown. */
export async function takeKeptForm(): Promise<void> {
  const slot = sessionStorage.getItem(MARK) ?? undefined;
  const waits = location.hash === WAITS;
  if (waits) history.replaceState(history.state, '', here());
  if (slot === undefined && !waits) return;
  const answer = await sendForm('POST', `${FORMS}/taken`, { path: here(), ...(slot !== undefined && { slot }) });
  if (!answer.ok) return;
  const form = (await answer.json()) as KeptForm;
  kept = form.path === here() ? form : undefined;
  if (form.slot === slot) sessionStorage.removeItem(MARK);
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
  readonly values: FormValues;
}

const UNKEPT: ReadonlySet<string> = new Set(['password', 'file', 'hidden']);

/** After a change, the form is kept as soon as nothing has been typed for this long. */
const QUIET_MS = 2_000;
/** A server that keeps forms is not asked more often than this. */
const EVERY_MS = 10_000;

/** Keeps a form at the console's server while it is filled in, with few requests, and forgets it once it was sent. */
export class FormKeeper {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private keptAtMs = -EVERY_MS;
  private unkept: FilledForm | undefined;
  private isKept = false;
  /** Requests go one after the other, so that a form that is forgotten is not kept again. */
  private last: Promise<unknown> = Promise.resolve();

  private isLeft = false;

  /** @param preset names of values that the page has made itself, such as secrets */
  constructor(
    private readonly slot: string,
    private readonly template: Template,
    private readonly preset: readonly string[] = [],
  ) {}

  /**
   * Begins to listen to the page. A page that is left, or no longer seen, keeps what was typed last.
   *
   * @returns ends the form: it was given up, unless the whole page is left
   */
  listen(): () => void {
    const events: readonly (readonly [EventTarget, string, () => void])[] = [
      [globalThis, 'pagehide', () => this.leave()],
      [globalThis, 'pageshow', () => (this.isLeft = false)],
      [document, 'visibilitychange', () => void (document.hidden && this.flush())],
    ];
    for (const [target, name, listener] of events) target.addEventListener(name, listener);
    return () => {
      for (const [target, name, listener] of events) target.removeEventListener(name, listener);
      if (!this.isLeft) this.forget();
    };
  }

  /** Fills a form in again. Fields that are not kept have the values with which the form begins. */
  continued(initial: FormValues, values: FormValues): FormValues {
    const begun = Object.entries(initial).filter(([field]) => !this.keeps(field));
    return { ...Object.fromEntries(begun), ...values };
  }

  /** Keeps what was filled in, a moment after the last change. */
  changed(form: FilledForm): void {
    this.unkept = form;
    clearTimeout(this.timer);
    const rest = this.keptAtMs + EVERY_MS - performance.now();
    this.timer = setTimeout(() => void this.flush(), Math.max(QUIET_MS, rest));
  }

  /** Keeps the form at once, even if nobody has changed it. */
  now(form: FilledForm): Promise<unknown> {
    this.unkept = form;
    return this.flush();
  }

  /** Keeps what was filled in at once, without passwords, files, and what the page has made itself. */
  flush(): Promise<unknown> {
    clearTimeout(this.timer);
    const form = this.unkept;
    this.unkept = undefined;
    if (form?.resource === undefined) return this.last;
    const { resource, name, key } = form;
    const { slot } = this;
    const shown = Object.entries(form.values).filter(
      ([field, value]) => value !== undefined && !(value instanceof File) && this.keeps(field),
    );
    const body = { slot, path: here(), resource: pathOf(resource), name, key, values: Object.fromEntries(shown) };
    this.keptAtMs = performance.now();
    this.isKept = true;
    sessionStorage.setItem(MARK, slot);
    return this.next(() => sendForm('POST', FORMS, body));
  }

  /** Forgets a form that was sent or given up. */
  forget(): void {
    clearTimeout(this.timer);
    this.unkept = undefined;
    if (!this.isKept) return;
    this.isKept = false;
    if (sessionStorage.getItem(MARK) === this.slot) sessionStorage.removeItem(MARK);
    void this.next(() => sendForm('DELETE', `${FORMS}/${this.slot}`));
  }

  private leave(): void {
    this.isLeft = true;
    void this.flush();
  }

  /** Fields that hide what one types, and files, are not kept. What nobody typed need not be. */
  private keeps(field: string): boolean {
    const { properties = [] } = this.template;
    const rule = properties.find(({ name }) => name === field || name === ruleNameOf(field));
    const isTyped = rule?.readOnly !== true && !UNKEPT.has(rule?.type ?? 'text');
    return isTyped && !this.preset.includes(field);
  }

  /** People fill a form in again if the server could not keep it. */
  private next(request: () => Promise<Response>): Promise<unknown> {
    this.last = this.last.then(request).catch(() => undefined);
    return this.last;
  }
}
