import { type KeyboardEvent, type ReactElement, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { useSearch } from '../parts/use-search.js';
import type { Choice } from './choice-group.js';
import { FieldFault } from './field-fault.js';
import { RequiredMark } from './required-mark.js';

export interface ComboboxProps {
  readonly label: string;
  readonly name: string;
  readonly isRequired: boolean;
  /** The chosen value, as people call it. */
  readonly chosen: string;
  readonly fault: string | undefined;
  /** The name under which found choices are cached. */
  readonly finding: string;
  readonly find: (text: string, signal: AbortSignal) => Promise<readonly Choice[]>;
  /** Called with undefined once something else is typed. */
  readonly onChange: (value: string | undefined) => void;
}

/** A field that finds its choices by the typed text: an editable combobox with a list, as in the ARIA practices. */
export function Combobox(props: ComboboxProps): ReactElement {
  const { label, name, isRequired, fault } = props;
  const id = useId();
  const { field, text, choices, active, isOpen, state, open, close, choose, type, press } = useCombobox(props);
  return (
    <div className="field combobox">
      <label htmlFor={id}>
        <span>{label}</span>
        {isRequired && <RequiredMark />}
      </label>
      <input
        ref={field}
        id={id}
        name={name}
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-required={isRequired}
        {...(isOpen && choices.length > 0 && { 'aria-activedescendant': `${id}-${String(active)}` })}
        {...(fault !== undefined && { 'aria-invalid': true, 'aria-describedby': `${id}-fault` })}
        value={text}
        onChange={(event) => type(event.target.value)}
        onClick={open}
        onKeyDown={press}
        onBlur={close}
      />
      {isOpen && (
        <ul id={`${id}-list`} role="listbox" aria-label={label} aria-busy={state === 'looking'}>
          {choices.map((choice, place) => (
            <li
              key={choice.value}
              id={`${id}-${String(place)}`}
              role="option"
              aria-selected={place === active}
              // The field must keep the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(choice)}
            >
              {choice.prompt}
            </li>
          ))}
          {choices.length === 0 && (
            <li role="option" aria-disabled="true" aria-selected="false">
              {withoutChoices[state]}
            </li>
          )}
        </ul>
      )}
      <FieldFault id={`${id}-fault`} name={name} label={label} fault={fault} />
    </div>
  );
}

const withoutChoices = {
  current: 'Nothing of that name',
  looking: 'Looking…',
  failed: 'It can’t be looked for now.',
};

interface ComboboxState {
  readonly field: RefObject<HTMLInputElement | null>;
  /** The text in the field. */
  readonly text: string;
  readonly choices: readonly Choice[];
  /** The place of the choice that Enter chooses. */
  readonly active: number;
  readonly isOpen: boolean;
  /** `current` if the choices belong to the text that is in the field. */
  readonly state: 'current' | 'looking' | 'failed';
  readonly open: () => void;
  readonly close: () => void;
  readonly choose: (choice: Choice) => void;
  readonly type: (text: string) => void;
  readonly press: (event: KeyboardEvent) => void;
}

function useCombobox({ chosen, finding, find, onChange }: ComboboxProps): ComboboxState {
  const [typed, setTyped] = useState<string>();
  const [picked, setPicked] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const wanted = (typed ?? '').trim();
  const { answer, isLooking } = useSearch({ name: finding, text: wanted, isAsked: () => isOpen, find });
  const choices = answer?.found ?? [];
  const close = (): void => {
    setOpen(false);
    setActive(0);
  };
  const choose = ({ value, prompt }: Choice): void => {
    onChange(value);
    setTyped(undefined);
    setPicked(prompt);
    close();
  };
  const type = (text: string): void => {
    setTyped(text);
    setPicked(undefined);
    setActive(0);
    setOpen(true);
    onChange(undefined);
  };
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const choice = choices[active];
    if (step !== undefined) {
      if (isOpen && choices.length > 0) setActive((active + step + choices.length) % choices.length);
      setOpen(true);
    } else if (!isOpen || !['Enter', 'Escape'].includes(event.key)) return;
    else if (event.key === 'Escape') close();
    else if (choice && !isLooking) choose(choice);
    event.preventDefault();
  };
  const own = typed ?? picked;
  return {
    field: useReplaceable(own === undefined ? chosen : undefined),
    text: own ?? chosen,
    choices,
    active,
    isOpen,
    state: isLooking ? 'looking' : answer?.error === undefined ? 'current' : 'failed',
    open: () => setOpen(true),
    close,
    choose,
    type,
    press,
  };
}

/**
 * Selects a text that arrives in the field while somebody is about to type there, so that what they type replaces it.
 *
 * @param text undefined for a text that the person has typed or chosen
 */
function useReplaceable(text: string | undefined): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (text !== undefined && document.activeElement === field.current) field.current?.select();
  }, [text]);
  return field;
}
