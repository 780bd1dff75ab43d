import type { Api, Property, Template } from '@halyard/client';
import { type ReactElement, useId } from 'react';
import { templatesOf, withTemplates, withValue } from '../../api/resource.js';
import { choiceLabels } from '../../forms/field-labels.js';
import { Field, type FieldProps } from '../../forms/fields.js';

const shapes = ['advance', 'advance.to-next', 'advance.to'] as const;

/** The clock with its forms in the order in which people need them. */
export function offeredBy(clock: Api.SandboxClock) {
  const templates = templatesOf(clock);
  const advances = shapes.flatMap((name) => {
    const template = templates[name];
    return template ? [[name, atOnce(template)] as const] : [];
  });
  const { edit } = templates;
  const offered = withTemplates(clock, { ...Object.fromEntries(advances), ...(edit && { edit: inWords(edit) }) });
  return withValue(offered, 'advance.to', 'to', clock.now);
}

const inWords = (template: Template): Template => ({
  ...template,
  properties: (template.properties ?? []).map(withWords),
});

/** The API answers when the clock has got there. The page shows how it gets there, so it needs the answer at once. */
const atOnce = (template: Template): Template => ({ ...inWords(template), target: `${template.target ?? ''}?wait=0` });

/** The choices in a person's words. */
function withWords(property: Property): Property {
  const { inline } = property.options ?? {};
  if (!inline) return property;
  const choices = inline
    .map((option) => (typeof option === 'string' ? option : option.value))
    .map((value) => ({ value, prompt: choiceLabels[value] ?? value }));
  return { ...property, options: { inline: property.name === 'waitFor' ? [...choices, waitForNothing] : choices } };
}

/** Nobody is asked for a field with one choice, but here people choose whether to wait. */
const waitForNothing = { value: '', prompt: 'Nothing' };

/** Lengths of time after which something usually happens. */
const picks: readonly (readonly [value: string, text: string])[] = [
  ['PT1H', '1 hour'],
  ['P1D', '1 day'],
  ['P5D', '5 days'],
  ['P60D', '60 days'],
];

function LengthField(props: FieldProps): ReactElement {
  return (
    <div className="picked">
      <Field {...props} />
      <div className="picks">
        {picks.map(([value, text]) => (
          <button key={value} type="button" aria-pressed={props.value === value} onClick={() => props.onChange(value)}>
            {text}
          </button>
        ))}
      </div>
    </div>
  );
}

function WaitField({ label, value, onChange }: FieldProps): ReactElement {
  const id = useId();
  return (
    <div className="field check">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="checkbox"
        checked={value === 'webhooks'}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.checked ? 'webhooks' : undefined)}
      />
      <p id={`${id}-hint`} className="hint">
        Before it leaves a moment, the clock waits until your receivers have answered its events, for ten seconds at
        most.
      </p>
    </div>
  );
}

export const clockFields = { by: LengthField, waitFor: WaitField };
