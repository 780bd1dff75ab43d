import { type KeyboardEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { Dialog } from '../parts/dialog.js';
import { Refusal } from '../parts/messages.js';
import { useSearch } from '../parts/use-search.js';
import { find, type Option, transfersOf, useCommands } from './palette-options.js';

interface PaletteProps {
  readonly onClose: () => void;
}

/** Offers every page, the actions of the page in view, and whatever has the text as its name, id or amount. */
export function Palette({ onClose }: PaletteProps): ReactElement {
  const id = useId();
  const { text, type, options, active, press, state, error } = usePalette(onClose);
  const chosen = `${id}-${String(active)}`;
  useEffect(() => {
    // The newest browsers return a promise here, which React would call as the effect's end.
    void document.getElementById(chosen)?.scrollIntoView?.({ block: 'nearest' });
  }, [chosen]);
  return (
    <Dialog title="Commands" onClose={onClose}>
      <input
        type="search"
        role="searchbox"
        autoComplete="off"
        maxLength={TEXT_MAX}
        aria-label="Page, action, name, id, amount, e-mail address or correlation id"
        placeholder="A page, a name, an id, an amount, an e-mail address…"
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        {...(options.length > 0 && { 'aria-activedescendant': chosen })}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={press}
      />
      <Refusal error={error} />
      <p role="status" className="quiet">
        {told[state](text.trim())}
      </p>
      <ul id={`${id}-list`} role="listbox" aria-label="Found" className="found">
        {options.map(({ label, kind, run }, place) => (
          <li
            key={`${kind} ${label} ${String(place)}`}
            id={`${id}-${String(place)}`}
            role="option"
            aria-selected={place === active}
            // The field must keep the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={run}
          >
            <span>{label}</span> <span className="quiet">{kind}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** The search takes texts of this length. */
const TEXT_MAX = 200;
const TEXT_MIN = 2;

type PaletteState = 'idle' | 'looking' | 'found' | 'nothing';

const told: Readonly<Record<PaletteState, (text: string) => string>> = {
  idle: () => '',
  looking: () => 'Looking…',
  found: () => '',
  nothing: (text) => `Nothing found for “${text}”.`,
};

interface PaletteView {
  readonly text: string;
  readonly type: (text: string) => void;
  readonly options: readonly Option[];
  /** The place of the option that Enter runs. */
  readonly active: number;
  readonly press: (event: KeyboardEvent) => void;
  readonly state: PaletteState;
  readonly error: unknown;
}

function usePalette(onClose: () => void): PaletteView {
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const { commands, open } = useCommands(onClose);
  const wanted = text.trim();
  const { found, state, error, again } = useFound(wanted);
  const results = (found ?? []).map(({ to, ...one }): Option => ({ ...one, run: () => open(to) }));
  const amount = transfersOf(wanted);
  const transfers = amount ? [{ label: amount.label, kind: 'List', run: () => open(amount.to) }] : [];
  const known = [
    ...commands.filter(({ label }) => label.toLowerCase().includes(wanted.toLowerCase())),
    ...(amount?.hasCents ? transfers : []),
  ];
  const options = [...known, ...results, ...(amount?.hasCents ? [] : transfers)];
  /** The text for which Enter was pressed before the search had ended. */
  const hurried = useRef<string>(undefined);
  useEffect(() => {
    const [first, ...others] = found ?? [];
    if (!found || hurried.current !== wanted) return;
    hurried.current = undefined;
    if (first && (others.length === 0 || first.isExact)) open(first.to);
    else if (!first) options[0]?.run();
  });
  const enter = (): void => {
    const option = options[active];
    if (option && (state !== 'looking' || active > 0 || known.length > 0)) return option.run();
    hurried.current = wanted;
    if (error) again();
  };
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) setActive((active + step + options.length) % options.length);
    else if (event.key === 'Enter' && wanted !== '') enter();
    // Without this, Escape would only empty the field.
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
  };
  const type = (typed: string): void => {
    setText(typed);
    setActive(0);
    hurried.current = undefined;
  };
  const isNothing = state === 'nothing' && options.length === 0;
  return {
    ...{ text, type, options, press, error },
    active: Math.min(active, Math.max(0, options.length - 1)),
    state: state === 'nothing' && !isNothing ? 'found' : state,
  };
}

interface SearchView {
  /** Undefined until the answer for this text is there. */
  readonly found: Awaited<ReturnType<typeof find>> | undefined;
  readonly state: PaletteState;
  readonly error: unknown;
  readonly again: () => void;
}

/** The answer for another text is never shown for this one. */
function useFound(wanted: string): SearchView {
  const isAsked = (text: string): boolean => text.length >= TEXT_MIN;
  const { answer, isLooking, again } = useSearch({ name: 'everything', text: wanted, isAsked, find });
  if (!isAsked(wanted)) return { found: undefined, state: 'idle', error: undefined, again };
  if (!answer || isLooking) return { found: undefined, state: 'looking', error: undefined, again };
  const { found, error } = answer;
  if (error !== undefined) return { found: undefined, state: 'idle', error, again };
  return { found, state: found.length === 0 ? 'nothing' : 'found', error, again };
}
