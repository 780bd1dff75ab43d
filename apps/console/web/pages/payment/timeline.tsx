import { timelineKinds } from '@halyard/core/timeline-kinds';
import { memo, type ReactElement, useId, useMemo, useState } from 'react';
import type { Resource } from '../../api/client.js';
import { at, money, pageOf, shortId, text } from '../../api/resource.js';
import { CopyButton } from '../../parts/copy-button.js';
import { Go } from '../../parts/go.js';
import { Refusal } from '../../parts/messages.js';
import { Region } from '../../parts/page.js';
import { amountText, Time, wordsOf } from '../../parts/text.js';
import { byLeg, PAYMENT } from './by-leg.js';
import { named } from './use-legs.js';
import type { Story } from './use-timeline.js';

interface TimelineProps {
  readonly story: Story;
  /** In the order in which money moves. */
  readonly legs: readonly Resource[];
  readonly fees: readonly Resource[];
}

/** Shows everything that happened to a payment, leg by leg, causes before their effects. */
export function Timeline({ story, legs, fees }: TimelineProps): ReactElement {
  const { entries, isCut, error } = story;
  const [kind, setKind] = useState('');
  const [leg, setLeg] = useState('');
  const [isFailed, setFailed] = useState(false);
  const names = named(legs, fees).map(({ id, name, transfer }) => {
    const amount = money(transfer, 'amount');
    return [id, `${name}${amount ? `: ${amountText(amount)}` : ''}`] as const;
  });
  const order = named(legs, [])
    .map(({ id }) => id)
    .join();
  const groups = useMemo(() => [...byLeg(entries ?? [], order.split(','))], [entries, order]);
  const places = [PAYMENT, ...names.map(([id]) => id)];
  const rankOf = (id: string): number => (places.includes(id) ? places.indexOf(id) : places.length);
  const shown = groups
    .filter(([id]) => leg === '' || id === leg)
    .sort(([one], [other]) => rankOf(one) - rankOf(other))
    .flatMap(([id, group]) =>
      group
        .filter((entry) => (kind === '' || text(entry, 'kind') === kind) && (!isFailed || isFailure(entry)))
        .map((entry, place) => ({ entry, heading: place === 0 ? headingOf(id, names) : undefined })),
    );
  return (
    <Region name="Timeline">
      <div className="filters">
        <Choice label="Kind" value={kind} onChange={setKind} choices={Object.entries(timelineKinds)} />
        <Choice label="Leg" value={leg} onChange={setLeg} choices={names} />
        <label>
          <input type="checkbox" checked={isFailed} onChange={(event) => setFailed(event.target.checked)} />
          <span>Failures only</span>
        </label>
      </div>
      <Refusal error={error} />
      {entries && shown.length === 0 && <p className="quiet">Nothing of that kind happened.</p>}
      <ol className="timeline">
        {shown.map(({ entry, heading }) => (
          <Entry key={text(entry, 'id')} entry={entry} heading={heading} />
        ))}
      </ol>
      {isCut && <p className="quiet">The story is longer: `halyard payments timeline` tells all of it.</p>}
    </Region>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly choices: readonly (readonly [value: string, text: string])[];
}

function Choice({ label, value, onChange, choices }: ChoiceProps): ReactElement {
  const id = useId();
  return (
    <label htmlFor={id}>
      <span>{label}</span>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">all</option>
        {choices.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

type Named = readonly [id: string, name: string];

const headingOf = (id: string, names: readonly Named[]): string =>
  id === PAYMENT ? 'Payment' : (names.find(([one]) => one === id)?.[1] ?? `Transfer ${shortId(id)}`);

const FAILED_STATUS_MIN = 400;

/** Whether an entry tells of something that failed. */
function isFailure(entry: Resource): boolean {
  const attempts = at(entry, 'attempts');
  const tries: readonly unknown[] = Array.isArray(attempts) ? attempts : [];
  const hasFailed = (one: unknown): boolean =>
    text(one, 'error') !== '' || Number(text(one, 'status')) >= FAILED_STATUS_MIN;
  return (
    text(entry, 'kind') === 'dropped' ||
    text(entry, 'status') === 'failed' ||
    text(entry, 'code') !== '' ||
    tries.some(hasFailed)
  );
}

interface EntryProps {
  readonly entry: Resource;
  /** Set for the first entry of each leg. */
  readonly heading: string | undefined;
}

/** An entry only changes when something is added to it. Hundreds of entries must not be drawn again each second. */
const Entry = memo(function Entry({ entry, heading }: EntryProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const kind = text(entry, 'kind');
  const trace = text(entry, 'trace');
  return (
    <li className={isFailure(entry) ? 'failure' : undefined}>
      {heading !== undefined && <h3>{heading}</h3>}
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <Time at={text(entry, 'recorded') || text(entry, 'at')} />{' '}
          <strong>{timelineKinds[kind] ?? wordsOf(kind)}</strong> {summaryOf(entry)}
        </summary>
        {isOpen && (
          <pre className="json" tabIndex={0}>
            {JSON.stringify(entry, undefined, 2)}
          </pre>
        )}
      </details>
      {['transfer', 'event', 'subscription'].map((rel) => {
        const href = text(entry, `${rel}.href`);
        return href === '' ? null : (
          <Go key={rel} to={pageOf(href)}>
            {wordsOf(rel)}
          </Go>
        );
      })}
      {trace !== '' && <CopyButton label="Copy trace id" what="Trace id" value={trace} />}
    </li>
  );
});

const words = ['method', 'route', 'status', 'code', 'did', 'topic', 'direction', 'what', 'because'];

/** Shortens the id in `balance:<id>` or `transit:<id>`; `banks` has none. The entry itself shows the whole id. */
const placeOf = (ledgerAccount: string): string => {
  const [kind = '', id] = ledgerAccount.split(':');
  return id === undefined ? kind : `${kind} ${shortId(id)}`;
};

function summaryOf(entry: Resource): string {
  const amount = money(entry, 'amount');
  const told = words.map((name) => text(entry, name)).filter((word) => word !== '');
  const [from, to] = [text(entry, 'from'), text(entry, 'to')];
  if (from !== '') told.push(`${placeOf(from)} → ${placeOf(to)}`);
  const attempts = at(entry, 'attempts');
  const tries = Array.isArray(attempts)
    ? attempts.map((one: unknown) => text(one, 'status') || text(one, 'error'))
    : [];
  if (tries.length > 1) told.push(`${tries.length} tries: ${tries.join(', ')}`);
  else told.push(...tries);
  return [...told, ...(amount ? [amountText(amount)] : [])].join(' · ');
}
