import type { Api } from '@halyard/client';
import { timelineKinds } from '@halyard/core/timeline-kinds';
import { memo, type ReactElement, useId, useMemo, useState } from 'react';
import { pageOf, shortId } from '../../api/resource.js';
import { CopyButton } from '../../parts/copy-button.js';
import { Go } from '../../parts/go.js';
import { Json } from '../../parts/json.js';
import { Refusal } from '../../parts/messages.js';
import { Region } from '../../parts/page.js';
import { amountText, wordsOf } from '../../parts/text.js';
import { byLeg, PAYMENT } from './by-leg.js';
import { Moment, Recorded } from './moment.js';
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
  const steps = useMemo(() => depthsOf(entries ?? []), [entries]);
  const shown = [...new Set([...headings.keys(), ...groups.keys()])]
    .filter((id) => leg === '' || id === leg)
    .flatMap((id) =>
      (groups.get(id) ?? [])
        .filter((entry) => (kind === '' || entry.kind === kind) && (!isFailed || isFailure(entry)))
        .map((entry, place, all) => ({
          entry,
          heading: place === 0 ? (headings.get(id) ?? `Transfer ${shortId(id)}`) : undefined,
          before: all[place - 1],
          depth: steps.get(entry.id) ?? 0,
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
        {shown.map(({ entry, ...row }) => (
          <Row key={entry.id} entry={entry} {...row} />
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
  if (entry.kind === 'bank' && entry.did === 'corrected') return false;
  return entry.kind === 'dropped' || 'code' in entry;
}

interface RowProps {
  readonly entry: Entry;
  /** Set for the first entry of each leg. */
  readonly heading: string | undefined;
  /** The entry above, if it belongs to the same leg. */
  readonly before: Entry | undefined;
  /** How many causes it has, one of the other. */
  readonly depth: number;
}

/** An entry only changes when something is added to it. Hundreds of entries must not be drawn again each second. */
const Row = memo(function Row({ entry, heading, before, depth }: RowProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const { kind, trace } = entry;
  return (
    <li className={isFailure(entry) ? `${kind} failure` : kind}>
      {heading !== undefined && <h3>{heading}</h3>}
      <details
        onToggle={(event) => setOpen(event.currentTarget.open)}
        style={{ paddingInlineStart: `${String(Math.min(depth, DEPTH_MAX))}rem` }}
      >
        <summary>
          <Moment of={entry} before={before} /> <strong>{timelineKinds[kind] ?? wordsOf(kind)}</strong>{' '}
          <span>{summaryOf(entry)}</span> <Recorded of={entry} />
        </summary>
        {isOpen && <Json of={entry} />}
      </details>
      {kind === 'state' && <Go to={pageOf(entry.transfer)}>Transfer</Go>}
      {kind === 'event' && <Go to={pageOf(entry.event)}>Event</Go>}
      {kind === 'bank' && <BankCause of={entry} />}
      {kind === 'delivery' && <Go to={pageOf(entry.subscription)}>Subscription</Go>}
      {trace !== undefined && <CopyButton label="Copy trace id" what="Trace id" value={trace} isSmall />}
    </li>
  );
});

type BankEntry = Extract<Entry, { readonly kind: 'bank' }>;

/** A link to what made the bank do something: the line of a file, or the rules. */
function BankCause({ of: { file, line, rule } }: { readonly of: BankEntry }): ReactElement | null {
  if (file)
    return line === undefined ? (
      <Go to={pageOf(file)}>File</Go>
    ) : (
      <Go to={`${pageOf(file)}?line=${String(line)}`}>Line {line} of the file</Go>
    );
  return rule === undefined ? null : <Go to="/sandbox-bank-behavior">Rule</Go>;
}

/** Entries that stand deeper than this are not moved further to the side. */
const DEPTH_MAX = 4;

/** How many causes each entry has. Causes stand before their effects. */
function depthsOf(entries: readonly Entry[]): ReadonlyMap<string, number> {
  const depths = new Map<string, number>();
  for (const { id, cause = '' } of entries) depths.set(id, (depths.get(cause) ?? -1) + 1);
  return depths;
}

/** Shortens the id in `balance:<id>` or `transit:<id>`; `banks` has none. The entry itself shows the whole id. */
const placeOf = (ledgerAccount: string): string => {
  const [kind = '', id] = ledgerAccount.split(':');
  return id === undefined ? kind : `${kind} ${shortId(id)}`;
};

/** Why a bank did something, by the API's word. */
const causeTexts: Readonly<Record<string, string | undefined>> = {
  simulation: 'simulated',
  sentinel: 'by a test value',
  partner: 'reported by the partner',
  cancel: 'cancelled',
  clock: 'due by the clock',
  file: 'by a file from the bank',
};

/** Why a bank did something, with the name of the rule where one of the bank behavior struck. */
const causeText = ({ because, rule }: BankEntry): string =>
  rule === undefined ? (causeTexts[because] ?? because) : `by rule ${rule}`;

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
      return [entry.code, entry.did, causeText(entry)];
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
