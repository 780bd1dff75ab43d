import { afterEach, beforeEach, expect, jest } from '@jest/globals';
import {
  act,
  type BoundFunctions,
  cleanup,
  type queries,
  render,
  screen,
  waitFor,
  within,
} from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { type App, createApp } from '../app.js';
import { takeKeptForm } from '../forms/kept-form.js';
import { type Recording, RecordedApi } from './recorded-api.js';

type Part = BoundFunctions<typeof queries>;

/** The console in a document, with recorded answers. A spec makes it once, and has a new one in each test. */
export class ConsolePage {
  api: RecordedApi;
  user: UserEvent;
  /** Addresses of other documents that the page made the browser open. */
  readonly left: string[] = [];
  private app: App | undefined;

  constructor(private readonly recorded: Recording) {
    this.api = new RecordedApi(recorded);
    this.user = userEvent.setup();
    beforeEach(() => this.begin());
    afterEach(() => this.end());
  }

  /** Opens a page by its address, and waits for its heading. */
  async visit(path: string, heading: string | RegExp): Promise<void> {
    this.close();
    history.replaceState(null, '', `/console${path}`);
    await this.load(heading);
  }

  /** Loads the document again, so that everything that is only in its memory is gone. */
  async load(heading: string | RegExp): Promise<void> {
    this.close();
    await takeKeptForm();
    this.app = createApp();
    render(this.app.element);
    await this.shows(heading);
  }

  /** Waits for the page with this heading, and for everything that it shows. */
  async shows(heading: string | RegExp): Promise<void> {
    await screen.findByRole('heading', { level: 1, name: heading });
    await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull());
  }

  button(name: string | RegExp): HTMLElement {
    return screen.getByRole('button', { name });
  }

  async press(name: string | RegExp): Promise<void> {
    await this.user.click(await screen.findByRole('button', { name }));
  }

  /** Replaces the text in a field. */
  async fill(field: HTMLElement, text: string): Promise<void> {
    await this.user.clear(field);
    await this.user.click(field);
    if (text !== '') await this.user.paste(text);
  }

  dialog(name: string): Part {
    return within(screen.getByRole('dialog', { name }));
  }

  async findDialog(name: string): Promise<Part> {
    return within(await screen.findByRole('dialog', { name }));
  }

  /** Closes a dialog as Escape does: a browser sends this event to the dialog. */
  async escape(name: string): Promise<void> {
    const dialog = screen.getByRole('dialog', { name });
    await act(() => Promise.resolve(dialog.dispatchEvent(new Event('cancel', { cancelable: true }))));
  }

  private begin(): void {
    this.api = new RecordedApi(this.recorded);
    this.user = userEvent.setup();
    this.left.length = 0;
    globalThis.fetch = this.api.fetch;
    jest.spyOn(location, 'assign').mockImplementation((address) => void this.left.push(String(address)));
  }

  private end(): void {
    this.close();
    sessionStorage.clear();
    localStorage.clear();
    expect(this.api.unknown).toEqual([]);
  }

  private close(): void {
    dispatchEvent(new Event('pagehide'));
    cleanup();
    this.app?.close();
    this.app = undefined;
  }
}
