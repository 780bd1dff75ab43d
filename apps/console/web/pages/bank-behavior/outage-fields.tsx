import { type ReactElement, useEffect, useRef } from 'react';
import type { JsonObject } from './behavior.js';
import type { Faults } from './faults.js';
import { TextField } from './text-field.js';

interface OutageFieldsProps {
  readonly outage: JsonObject;
  readonly place: number;
  readonly faults: Faults;
  readonly isNew: boolean;
  readonly onChange: (outage: JsonObject) => void;
  readonly onRemove: () => void;
}

const MOMENT_HINT = 'A moment of the account’s time, with any offset.';

/** The fields of an outage. */
export function OutageFields({ outage, place, faults, isNew, onChange, onRemove }: OutageFieldsProps): ReactElement {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNew) element.current?.querySelector('input')?.focus();
  }, [isNew]);
  const number = place === 0 ? '' : ` ${String(place + 1)}`;
  const field = (path: string) => {
    const name = `outages.${String(place)}.${path}`;
    return { of: outage, path, name, fault: faults[name], isRequired: true, onChange };
  };
  return (
    <div ref={element} className="item">
      <TextField {...field('routingNumber')} label={`Routing number${number}`} placeholder="222222226" />
      <TextField {...field('from')} label={`From${number}`} hint={MOMENT_HINT} />
      <TextField {...field('to')} label={`Works again${number}`} hint={MOMENT_HINT} />
      <button
        type="button"
        className="plain danger"
        aria-label={`Remove outage ${String(place + 1)}`}
        onClick={onRemove}
      >
        Remove
      </button>
    </div>
  );
}
