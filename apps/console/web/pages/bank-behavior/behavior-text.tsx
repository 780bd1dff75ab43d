import { type ReactElement, useId } from 'react';
import { type JsonObject, memberOf, type TextRead } from './behavior.js';
import type { Faults } from './faults.js';

interface BehaviorTextProps {
  readonly text: string;
  readonly read: TextRead;
  readonly faults: Faults;
  /** Whether people asked for the fields, which can't show this text. */
  readonly isForced: boolean;
  readonly onChange: (text: string) => void;
}

/** The behavior as the JSON that is sent. The page checks its form while people type, and the API its rules. */
export function BehaviorText({ text, read, faults, isForced, onChange }: BehaviorTextProps): ReactElement {
  const id = useId();
  const told = Object.entries(faults);
  const fault = read.fault ?? (isForced && !read.draft ? 'The fields can’t show this. Change it here.' : undefined);
  const isInvalid = read.fault !== undefined || told.length > 0;
  return (
    <div className="field">
      <label htmlFor={id}>Behavior as JSON</label>
      <textarea
        id={id}
        name="behavior"
        className="json-text"
        rows={18}
        spellCheck={false}
        autoComplete="off"
        value={text}
        aria-invalid={isInvalid || undefined}
        aria-describedby={`${id}-hint ${id}-fault`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-hint`} className="hint">
        An object with a <code>seed</code>, up to 50 <code>rules</code> and up to 20 <code>outages</code>. An empty
        object removes all of them.
      </p>
      <div id={`${id}-fault`} role="alert">
        {fault !== undefined && <p className="fault">{fault}</p>}
        {told.length > 0 && (
          <ul className="fault faults">
            {told.map(([field, message]) => (
              <li key={field}>
                <code>{placeText(field, read.body)}</code> {message}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/** The place of a fault, with the name of its rule: `rules[3] late: then.after`. */
function placeText(field: string, body: JsonObject | undefined): string {
  const [, list = '', place = '', inner = ''] = /^(rules|outages)\.(\d+)\.?(.*)$/.exec(field) ?? [];
  if (list === '') return field;
  const items = body?.[list];
  const item: unknown = Array.isArray(items) ? items[Number(place)] : undefined;
  const name = typeof item === 'object' && item !== null ? memberOf(item, 'name') : '';
  return [`${list}[${place}]`, name, inner].filter((part) => part !== '').join(' ');
}
