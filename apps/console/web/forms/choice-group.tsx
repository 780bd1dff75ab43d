import type { Property } from '@halyard/client';
import { type ReactElement, useId } from 'react';
import { FieldFault } from './field-fault.js';
import { choiceLabels } from './field-labels.js';
import { RequiredMark } from './required-mark.js';

export interface Choice {
  readonly value: string;
  readonly prompt: string;
}

interface ChoiceGroupProps {
  readonly label: string;
  readonly property: Property;
  readonly choices: readonly Choice[];
  readonly value: unknown;
  readonly fault: string | undefined;
  readonly onChange: (value: string | readonly string[]) => void;
}

/** Shows all choices at once. People pick several of them if the property allows that, otherwise one. */
export function ChoiceGroup({ label, property, choices, value, fault, onChange }: ChoiceGroupProps): ReactElement {
  const id = useId();
  const isSeveral = property.multiple === true;
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [value];
  const choose = (one: string, isOn: boolean): void => {
    if (!isSeveral) return onChange(one);
    onChange(choices.map((choice) => choice.value).filter((each) => (each === one ? isOn : chosen.includes(each))));
  };
  return (
    <fieldset aria-describedby={fault === undefined ? undefined : `${id}-fault`}>
      <legend>
        <span>{label}</span>
        {property.required && <RequiredMark />}
      </legend>
      <div className="choices">
        {choices.map((choice) => (
          <div key={choice.value} className="field check">
            <input
              id={id + choice.value}
              type={isSeveral ? 'checkbox' : 'radio'}
              name={property.name}
              aria-invalid={fault !== undefined}
              checked={chosen.includes(choice.value)}
              onChange={(event) => choose(choice.value, event.target.checked)}
            />
            <label htmlFor={id + choice.value}>{choiceLabels[choice.value] ?? choice.prompt}</label>
          </div>
        ))}
      </div>
      <FieldFault id={`${id}-fault`} name={property.name} label={label} fault={fault} />
    </fieldset>
  );
}
