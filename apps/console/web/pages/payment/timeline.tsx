import type { Api } from '@halyard/client';
import { timelineKinds } from '@halyard/core/timeline-kinds';
import { memo, type ReactElement, useId, useMemo, useState } from 'react';
import { pageOf, shortId } from '../../api/resource.js';
import { CopyButton } from '../../parts/copy-button.js';
import { Go } from '../../parts/go.js';
import { Refusal } from '../../parts/messages.js';
import { Region } from '../../parts/page.js';
import { amountText, Time, wordsOf } from '../../parts/text.js';
import { byLeg, PAYMENT } from './by-leg.js';
import { named } from './use-legs.js';
import type { Entry, Story } from './use-timeline.js';

interface TimelineProps {
  readonly story: Story;
  /** In the order in which money moves. */
  readonly legs: readonly Api.Transfer[];
  readonly fees: readonly Api.Transfer[];
}

/** Shows everything that happened to a payment, leg by leg, causes before their effects. */
export function Timeline({ story, legs, fees }: TimelineProps): ReactElement {
  const { entries, isCut, error } = story;
  const [kind, setKind] = useState('');
  const [leg, setLeg] = useState('');
  const [isFailed, setFailed] = useState(false);
  const names = named(legs, fees).map(
    ({ name, transfer: { id, amount } }) => [id, `${name}: ${amountText(amount)}`] as const,
  );
  const order = legs.map(({ id }) => id).join();
  const groups = useMemo(() => byLeg(entries ?? [], order.split(',')), [entries, order]);
  const headings = new Map([[PAYMENT, 'Payment'], ...names]);
  const shown = [...new Set([...headings.keys(), ...groups.keys()])]
    .filter((id) => leg === '' || id === leg)
    .flatMap((id) =>
      (groups.get(id) ?? [])
        .filter((entry) => (kind === '' || entry.kind === kind) && (!isFailed || isFailure(entry)))
        .map((entry, place) => ({
          entry,
          heading: place === 0 ? (headings.get(id) ?? `Transfer ${shortId(id)}`) : undefined,
        })),
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
          <Row key={entry.id} entry={entry} heading={heading} />
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

const FAILED_STATUS_MIN = 400;

/** Whether an entry tells of something that failed. */
function isFailure(entry: Entry): boolean {
  if (entry.kind === 'delivery')
    return entry.attempts.some(({ error, status = 0 }) => error !== undefined || status >= FAILED_STATUS_MIN);
  if (entry.kind === 'state' && entry.status === 'failed') return true;
  return entry.kind === 'dropped' || 'code' in entry;
}

interface RowProps {
  readonly entry: Entry;
  /** Set for the first entry of each leg. */
  readonly heading: string | undefined;
}

/** An entry only changes when something is added to it. Hundreds of entries must not be drawn again each second. */
const Row = memo(function Row({ entry, heading }: RowProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const { kind, recorded, trace } = entry;
  return (
    <li className={isFailure(entry) ? 'failure' : undefined}>
      {heading !== undefined && <h3>{heading}</h3>}
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <Time at={recorded} /> <strong>{timelineKinds[kind] ?? wordsOf(kind)}</strong> {summaryOf(entry)}
        </summary>
        {isOpen && (
          <pre className="json" tabIndex={0}>
            {JSON.stringify(entry, undefined, 2)}
          </pre>
        )}
      </details>
      {kind === 'state' && <Go to={pageOf(entry.transfer)}>Transfer</Go>}
      {kind === 'event' && <Go to={pageOf(entry.event)}>Event</Go>}
      {kind === 'delivery' && <Go to={pageOf(entry.subscription)}>Subscription</Go>}
      {trace !== undefined && <CopyButton label="Copy trace id" what="Trace id" value={trace} />}
    </li>
  );
});

/** Shortens the id in `balance:<id>` or `transit:<id>`; `banks` has none. The entry itself shows the whole id. */
const placeOf = (ledgerAccount: string): string => {
  const [kind = '', id] = ledgerAccount.split(':');
  return id === undefined ? kind : `${kind} ${shortId(id)}`;
};

const summaryOf = (entry: Entry): string =>
  wordsIn(entry)
    .filter((word) => word !== undefined)
    .join(' · ');

function wordsIn(entry: Entry): readonly (string | number | undefined)[] {
  switch (entry.kind) {
    case 'request':
      return [entry.method, entry.route];
    case 'state':
      return [entry.status, entry.code];
    case 'posting':
      return [`${placeOf(entry.from)} → ${placeOf(entry.to)}`, amountText(entry.amount)];
    case 'limit':
      return [entry.direction, amountText(entry.amount)];
    case 'bank':
      return [entry.code, entry.did, entry.because];
    case 'event':
      return [entry.topic];
    case 'delivery': {
      const tries = entry.attempts.map(({ status, error }) => status ?? error);
      return tries.length > 1 ? [`${tries.length} tries: ${tries.join(', ')}`] : tries;
    }
    default:
      return [entry.what];
  }
}
