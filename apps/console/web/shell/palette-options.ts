import { linkTo } from '@halyard/client';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { read } from '../api/client.js';
import { pageOf } from '../api/resource.js';
import { type Result, search } from '../api/search.js';
import { useGo } from '../parts/go.js';
import { type PageRow, usePageRows } from '../parts/page-rows.js';
import { wordsOf } from '../parts/text.js';
import { useSession } from '../session/session.js';

/** Something that the palette offers. */
export interface Option {
  readonly label: string;
  /** The kind of thing it is, such as `Page` or `Customer`. */
  readonly kind: string;
  readonly run: () => void;
}

interface FoundPage {
  readonly to: string;
  readonly kind: string;
  readonly label: string;
  /** Whether the person asked for its whole id. */
  readonly isExact: boolean;
}

/** Finds whatever has a text as its id, name, e-mail address, correlation id, trace, last four digits, or key. */
export async function find(text: string, signal: AbortSignal): Promise<readonly FoundPage[]> {
  const found = await search(text, ({ results }) => results.length > 0, signal);
  return found.length > 0 ? found.map(foundIn) : findKey(text, signal);
}

const foundIn = ({ _links, kind, text, matched }: Result): FoundPage => ({
  to: pageOf(_links.self),
  kind: wordsOf(kind),
  label: text,
  isExact: matched === 'id',
});

/** A search does not find idempotency keys, so the API is asked for the uses of this one. */
async function findKey(key: string, signal: AbortSignal): Promise<readonly FoundPage[]> {
  const link = linkTo('/idempotency-keys/{key}', { path: { key } });
  const found = await read(link, signal).catch(() => undefined);
  return found?.key === key ? [{ to: link.href, kind: 'Idempotency key', label: key, isExact: true }] : [];
}

interface TransfersOfAmount {
  readonly label: string;
  readonly to: string;
  /** Without cents, four digits may also be the last ones of an account number. */
  readonly hasCents: boolean;
}

const AMOUNT = /^\$?((?:\d{1,3}(?:,\d{3})+|\d{1,10}))(\.\d\d)?$/;

/** The page with the transfers of an amount: `25.00`, `$1,250`. */
export function transfersOf(text: string): TransfersOfAmount | undefined {
  const [, whole, cents] = AMOUNT.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const amount = `${whole.replaceAll(',', '').replace(/^0+(?=\d)/, '')}${cents ?? '.00'}`;
  return {
    label: `Transfers of ${amount} USD`,
    to: `/transfers?startAmount=${amount}&endAmount=${amount}`,
    hasCents: cents !== undefined,
  };
}

const labelOf = ({ path, heading }: PageRow): string =>
  path.startsWith('/operations/') ? `Operations: ${heading}` : heading;

interface Commands {
  /** Options that lead to pages, and options that press a button of the page in view. */
  readonly commands: readonly Option[];
  readonly open: (to: string) => void;
}

export function useCommands(onClose: () => void): Commands {
  const { role } = useSession();
  const go = useGo();
  const open = (to: string): void => {
    onClose();
    go(to);
  };
  const press = (button: HTMLElement): void => {
    // The dialog has to give the focus back before another dialog may open.
    flushSync(onClose);
    button.focus();
    button.click();
  };
  const [here] = useState(actionsHere);
  const rows = usePageRows().filter(({ place }) => place && (role === 'operator' || place !== 'operations'));
  const isOther = ({ label, button }: PageButton): boolean =>
    !(button instanceof HTMLAnchorElement && rows.some(({ heading }) => heading === label));
  const commands = [
    ...rows.map((row) => ({ label: labelOf(row), kind: 'Page', run: () => open(row.path) })),
    ...here.filter(isOther).map(({ label, button }) => ({ label, kind: 'Action', run: () => press(button) })),
  ];
  return { commands, open };
}

interface PageButton {
  readonly label: string;
  readonly button: HTMLElement;
}

/** The actions that the page in view offers now, by the names of its buttons. */
function actionsHere(): readonly PageButton[] {
  const buttons = document.querySelectorAll<HTMLElement>(
    'main .actions :is(button, .button):not(:disabled, [aria-disabled="true"])',
  );
  return [...buttons].map((button) => ({
    label: button.getAttribute('aria-label') ?? button.textContent,
    button,
  }));
}
