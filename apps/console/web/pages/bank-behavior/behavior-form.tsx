import { type ReactElement, useRef, useState } from 'react';
import { useAccountNow } from '../../api/account-clock.js';
import type { Draft, JsonObject } from './behavior.js';
import { memberOf } from './behavior.js';
import { type Faults, within } from './faults.js';
import { OutageFields } from './outage-fields.js';
import { RuleFields } from './rule-fields.js';
import { TextField } from './text-field.js';

const RULES_MAX = 50;
const OUTAGES_MAX = 20;

interface BehaviorFormProps {
  readonly draft: Draft;
  readonly faults: Faults;
  readonly onChange: (draft: Draft) => void;
}

/** The behavior by fields: the seed, then each rule in order, then each outage. */
export const BehaviorForm = (props: BehaviorFormProps): ReactElement => (
  <>
    <TextField
      of={props.draft}
      path="seed"
      label="Seed"
      hint="Any text. Another seed makes rules with a share strike other entries."
      name="seed"
      fault={props.faults['seed']}
      onChange={props.onChange}
    />
    <Rules {...props} />
    <Outages {...props} />
    <Elsewhere {...props} />
  </>
);

function Rules({ draft, faults, onChange }: BehaviorFormProps): ReactElement {
  const { rules = [] } = draft;
  const items = useItems(rules, (next) => onChange({ ...draft, rules: next }));
  return (
    <fieldset>
      <legend>Rules</legend>
      <p className="hint">The first rule that strikes an entry decides what happens to it.</p>
      <ListFault fault={faults['rules']} />
      {rules.map((rule, place) => (
        <RuleFields
          key={items.keys[place]}
          {...{ rule, place, faults }}
          isNew={items.keys[place] === items.added}
          onChange={(next) => items.replace(place, next)}
          onRemove={() => items.remove(place)}
          {...(place > 0 && { onMoveUp: () => items.moveUp(place) })}
        />
      ))}
      <AddButton items={items} label="Add rule" isFull={rules.length >= RULES_MAX} make={() => ruleAfter(rules)} />
    </fieldset>
  );
}

function Outages({ draft, faults, onChange }: BehaviorFormProps): ReactElement {
  const { outages = [] } = draft;
  const now = useAccountNow() ?? new Date();
  const items = useItems(outages, (next) => onChange({ ...draft, outages: next }));
  return (
    <fieldset>
      <legend>Outages</legend>
      <p className="hint">While a bank is down, nothing of it settles, returns or is handed over.</p>
      <ListFault fault={faults['outages']} />
      {outages.map((outage, place) => (
        <OutageFields
          key={items.keys[place]}
          {...{ outage, place, faults }}
          isNew={items.keys[place] === items.added}
          onChange={(next) => items.replace(place, next)}
          onRemove={() => items.remove(place)}
        />
      ))}
      <AddButton items={items} label="Add outage" isFull={outages.length >= OUTAGES_MAX} make={() => outageAt(now)} />
    </fieldset>
  );
}

/** The faults of a list as a whole. */
const ListFault = ({ fault }: { readonly fault: string | undefined }): ReactElement | null =>
  fault === undefined ? null : <p className="fault">{fault}</p>;

/** The first entry alone: people who add a rule see it strike, and see that it ends. */
function ruleAfter(rules: readonly JsonObject[]): JsonObject {
  const names = new Set(rules.map((rule) => memberOf(rule, 'name')));
  let place = rules.length + 1;
  while (names.has(`rule-${String(place)}`)) place += 1;
  return { name: `rule-${String(place)}`, first: 1, then: { return: 'R01' } };
}

const DAY_MS = 86_400_000;

const outageAt = (now: Date): JsonObject => ({
  routingNumber: '',
  from: now.toISOString(),
  to: new Date(now.getTime() + DAY_MS).toISOString(),
});

interface Items {
  /** Keys that stay with the items while people move them. */
  readonly keys: readonly number[];
  /** The key of the item that was added last. */
  readonly added: number | undefined;
  readonly add: (item: JsonObject) => void;
  readonly replace: (place: number, item: JsonObject) => void;
  readonly remove: (place: number) => void;
  readonly moveUp: (place: number) => void;
}

function useItems(items: readonly JsonObject[], onChange: (items: readonly JsonObject[]) => void): Items {
  const next = useRef(items.length);
  const [keys, setKeys] = useState<readonly number[]>(() => items.map((_, place) => place));
  const [added, setAdded] = useState<number>();
  const moved = <Item,>(all: readonly Item[], place: number): readonly Item[] =>
    all.toSpliced(place - 1, 2, ...all.slice(place - 1, place + 1).toReversed());
  return {
    keys,
    added,
    add: (item) => {
      const key = next.current;
      next.current += 1;
      setKeys([...keys, key]);
      setAdded(key);
      onChange([...items, item]);
    },
    replace: (place, item) => onChange(items.with(place, item)),
    remove: (place) => {
      setKeys(keys.toSpliced(place, 1));
      onChange(items.toSpliced(place, 1));
    },
    moveUp: (place) => {
      setKeys(moved(keys, place));
      onChange(moved(items, place));
    },
  };
}

interface AddButtonProps {
  readonly items: Items;
  readonly label: string;
  readonly isFull: boolean;
  readonly make: () => JsonObject;
}

const AddButton = ({ items, label, isFull, make }: AddButtonProps): ReactElement => (
  <div className="actions">
    <button type="button" disabled={isFull} onClick={() => items.add(make())}>
      {label}
    </button>
  </div>
);

/** Faults that are about no item of the form. */
function Elsewhere({ faults, draft }: Pick<BehaviorFormProps, 'faults' | 'draft'>): ReactElement | null {
  const { rules = [], outages = [] } = draft;
  const shown = new Set([
    ...['seed', 'rules', 'outages'],
    ...rules.flatMap((_, place) => within(faults, `rules.${String(place)}`)),
    ...outages.flatMap((_, place) => within(faults, `outages.${String(place)}`)),
  ]);
  const others = Object.entries(faults).filter(([field]) => !shown.has(field));
  if (others.length === 0) return null;
  return (
    <ul className="fault faults" role="alert">
      {others.map(([field, message]) => (
        <li key={field}>{message}</li>
      ))}
    </ul>
  );
}
