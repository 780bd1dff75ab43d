import { type ReactElement, useId, useState } from 'react';
import { FieldFault } from '../../forms/field-fault.js';
import type { FieldProps } from '../../forms/fields.js';

/** Stands for all topics, also for those that come later. */
const ALL = '*';

/** Topics of one kind stand together. The first kind that a topic fits is its own. */
const kinds: readonly (readonly [name: string, fits: RegExp])[] = [
  ['Beneficial owners', /^customer_beneficial_owner_/],
  ['Funding sources', /^(?:customer_)?(?:funding_source|balance_inquiry)_/],
  ['Micro-deposits', /^(?:customer_)?microdeposits_/],
  ['Bank transfers', /^(?:customer_)?bank_transfer_/],
  ['Transfers', /^(?:customer_)?transfer_/],
  ['Customers', /^customer_/],
  ['Others', /^/],
];

/** The topics that contain each word of a text, by their kinds. */
export function topicsByKind(topics: readonly string[], text: string): ReadonlyMap<string, readonly string[]> {
  const words = text.toLowerCase().split(/[\s_]+/);
  const groups = new Map<string, string[]>(kinds.map(([name]) => [name, []]));
  for (const topic of topics) {
    const [name = ''] = kinds.find(([, fits]) => fits.test(topic)) ?? [];
    if (words.every((word) => topic.includes(word))) groups.get(name)?.push(topic);
  }
  return new Map([...groups].filter(([, found]) => found.length > 0));
}

/** Chooses the topics that a subscription gets: all of them, or some that people look for. */
export function TopicsField({ property, value, fault, onChange }: FieldProps): ReactElement {
  const id = useId();
  const chosen = Array.isArray(value) ? value : [];
  const [isSome, setSome] = useState(chosen.length > 0 && !chosen.includes(ALL));
  const topics = (property.options?.inline ?? [])
    .map((option) => (typeof option === 'string' ? option : option.value))
    .filter((topic) => topic !== ALL);
  const choose = (some: boolean): void => {
    setSome(some);
    onChange(some ? [] : [ALL]);
  };
  const kind = (some: boolean, label: string): ReactElement => (
    <div className="field check">
      <input
        id={`${id}-${label}`}
        type="radio"
        name={property.name}
        checked={isSome === some}
        onChange={() => choose(some)}
      />
      <label htmlFor={`${id}-${label}`}>{label}</label>
    </div>
  );
  return (
    <fieldset aria-describedby={fault === undefined ? undefined : `${id}-fault`}>
      <legend>Topics</legend>
      {kind(false, 'All topics')}
      {kind(true, 'Some topics')}
      {isSome && <Topics topics={topics} chosen={chosen} isFaulty={fault !== undefined} onChange={onChange} />}
      <FieldFault id={`${id}-fault`} name={property.name} label="Topics" fault={fault} />
    </fieldset>
  );
}

interface TopicsProps {
  readonly topics: readonly string[];
  readonly chosen: readonly string[];
  readonly isFaulty: boolean;
  readonly onChange: (chosen: readonly string[]) => void;
}

function Topics({ topics, chosen, isFaulty, onChange }: TopicsProps): ReactElement {
  const id = useId();
  const [text, setText] = useState('');
  const groups = topicsByKind(topics, text);
  const set = (some: readonly string[], isOn: boolean): void =>
    onChange(topics.filter((topic) => (some.includes(topic) ? isOn : chosen.includes(topic))));
  return (
    <>
      <input
        type="search"
        aria-label="Search topics"
        placeholder="Search topics"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <p className="quiet" role="status">
        {groups.size === 0 ? `No topic has “${text}” in its name.` : `${String(chosen.length)} chosen`}
      </p>
      <div className="choices">
        {[...groups].map(([name, found]) => (
          <div key={name} role="group" aria-labelledby={`${id}-${name}`} className="topics">
            <p id={`${id}-${name}`}>{name}</p>
            {found.map((topic) => (
              <div key={topic} className="field check">
                <input
                  id={id + topic}
                  type="checkbox"
                  aria-invalid={isFaulty}
                  checked={chosen.includes(topic)}
                  onChange={(event) => set([topic], event.target.checked)}
                />
                <label htmlFor={id + topic}>
                  <code>{topic}</code>
                </label>
              </div>
            ))}
          </div>
        ))}
      </div>
    </>
  );
}
