import { type ReactElement, useEffect, useRef, useState } from 'react';
import { memberOf, withMember } from './behavior.js';
import { type Faults, within } from './faults.js';
import { measureOf, measures, type RuleProps } from './rule-kinds.js';
import { OutcomeFields } from './outcome-fields.js';
import { TextField } from './text-field.js';
import { WhenFields } from './when-fields.js';
import { measureText, thenText, whenText } from './words.js';

interface RuleFieldsProps extends RuleProps {
  readonly isNew: boolean;
  readonly onRemove: () => void;
  /** Absent for the first rule. */
  readonly onMoveUp?: () => void;
}

/** A rule in words, which opens to its fields. */
export function RuleFields({
  rule,
  place,
  faults,
  isNew,
  onChange,
  onRemove,
  onMoveUp,
}: RuleFieldsProps): ReactElement {
  const part = `rules.${String(place)}`;
  const isFaulty = within(faults, part).length > 0;
  const [isOpen, setOpen] = useState(isNew);
  const element = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (isFaulty) setOpen(true);
  }, [isFaulty]);
  useEffect(() => {
    if (isNew) element.current?.querySelector('input')?.focus();
  }, [isNew]);
  const name = memberOf(rule, 'name');
  const field = { of: rule, onChange };
  return (
    <details ref={element} className="rule" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <strong>{name === '' ? 'Rule without a name' : name}</strong>{' '}
        <span className="quiet">
          {whenText(rule)}. {measureText(rule)}. {thenText(rule)}.
        </span>
      </summary>
      {isOpen && (
        <>
          <OtherFaults of={otherFaults(faults, part)} />
          <TextField
            {...field}
            path="name"
            name={`${part}.name`}
            label="Name"
            hint="Small letters, digits and hyphens. The timeline of a payment names the rule that struck."
            isRequired
            fault={faults[`${part}.name`]}
          />
          <OutcomeFields {...{ rule, place, faults, onChange }} />
          <MeasureFields {...{ rule, place, faults, onChange }} />
          <WhenFields {...{ rule, place, faults, onChange }} />
          <div className="actions">
            {onMoveUp && (
              <button type="button" className="plain" aria-label={`Move up ${name}`} onClick={onMoveUp}>
                Move up
              </button>
            )}
            <button type="button" className="plain danger" aria-label={`Remove ${name}`} onClick={onRemove}>
              Remove
            </button>
          </div>
        </>
      )}
    </details>
  );
}

/** The members of a rule that have fields, or groups of fields that show their faults. */
const drawn: ReadonlySet<string> = new Set(['name', 'share', 'first', 'every', 'then', 'when']);

/** Faults of the rule as a whole, and of members that only the JSON has. */
const otherFaults = (faults: Faults, part: string): readonly string[] =>
  within(faults, part)
    .filter((field) => !drawn.has(field.slice(part.length + 1).split('.')[0] ?? ''))
    .flatMap((field) => faults[field] ?? []);

const OtherFaults = ({ of }: { readonly of: readonly string[] }): ReactElement[] =>
  of.map((fault) => (
    <p key={fault} className="fault">
      {fault}
    </p>
  ));

const measurePaths = ['share', 'first', 'every'] as const;

/** How often the rule strikes. */
function MeasureFields({ rule, place, faults, onChange }: RuleProps): ReactElement {
  const part = `rules.${String(place)}`;
  const kind = measureOf(rule);
  const { path, label, hint, begin } = measures[kind];
  const choose = (chosen: string): void => {
    const plain = measurePaths.reduce((without, each) => withMember(without, each, undefined), rule);
    const next = measures[chosen as keyof typeof measures];
    onChange(next.path === undefined ? plain : withMember(plain, next.path, next.begin));
  };
  return (
    <>
      <TextField
        of={{ kind }}
        path="kind"
        name={`${part}.measure`}
        label="How often"
        isRequired
        choices={Object.entries(measures).map(([value, { text }]) => [value, text] as const)}
        fault={measurePaths
          .filter((each) => each !== path)
          .map((each) => faults[`${part}.${each}`])
          .find(Boolean)}
        onChange={(next) => choose(next.kind)}
      />
      {path !== undefined && (
        <TextField
          of={rule}
          path={path}
          name={`${part}.${path}`}
          label={label}
          hint={hint}
          isRequired
          isCount={typeof begin === 'number'}
          fault={faults[`${part}.${path}`]}
          onChange={onChange}
        />
      )}
    </>
  );
}
