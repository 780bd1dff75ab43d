import { type ReactElement, useId } from 'react';

interface OneOfProps {
  readonly label: string;
  /** The texts of the choices, by value and in order. */
  readonly texts: Readonly<Record<string, string>>;
  /** Further words on a choice, by value. */
  readonly notes?: Readonly<Record<string, string>>;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A few choices that all can be seen, of which people take one. */
export function OneOf({ label, texts, notes = {}, value, onChange }: OneOfProps): ReactElement {
  const id = useId();
  return (
    <fieldset role="radiogroup" className="one-of">
      <legend>{label}</legend>
      {Object.entries(texts).map(([one, text]) => (
        <div key={one} className="field check">
          <input
            id={id + one}
            type="radio"
            name={id}
            checked={one === value}
            aria-describedby={one in notes ? `${id}${one}-note` : undefined}
            onChange={() => onChange(one)}
          />
          <label htmlFor={id + one}>{text}</label>
          {one in notes && (
            <p id={`${id}${one}-note`} className="hint">
              {notes[one]}
            </p>
          )}
        </div>
      ))}
    </fieldset>
  );
}
