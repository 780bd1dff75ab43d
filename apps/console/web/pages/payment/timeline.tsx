import { memo, type ReactElement, useId, useMemo, useState } from 'react';
import type { Resource } from '../../api/client.js';
import { at, idOf, linkOf, money, pageOf, text } from '../../api/resource.js';
import { CopyButton } from '../../parts/copy-button.js';
import { Go } from '../../parts/go.js';
import { Refusal } from '../../parts/messages.js';
import { Region } from '../../parts/page.js';
import { amountText, Time, wordsOf } from '../../parts/text.js';
import { useTimeline } from './use-timeline.js';

const kinds: Readonly<Record<string, string>> = {
  request: 'Request',
  state: 'State',
  posting: 'Posting',
  limit: 'Limit',
  bank: 'Bank',
  event: 'Event',
  delivery: 'Webhook',
  dropped: 'Dropped',
};

interface TimelineProps {
  readonly path: string;
  /** Legs and fees, in the order in which money moves. */
  readonly transfers: readonly Resource[];
  readonly everyMs: number;
}

/** Everything that happened to a payment, cause before effect. */
export function Timeline({ path, transfers, everyMs }: TimelineProps): ReactElement {
  const { data, error } = useTimeline(pageOf(path), everyMs);
  const [kind, setKind] = useState('');
  const [leg, setLeg] = useState('');
  const [isFailed, setFailed] = useState(false);
  const legOf = useMemo(() => legsOf(data?.entries ?? []), [data]);
  const shown = (data?.entries ?? []).filter(
    (entry) =>
      (kind === '' || text(entry, 'kind') === kind) &&
      (leg === '' || legOf.get(text(entry, 'id')) === leg) &&
      (!isFailed || isFailure(entry)),
  );
  return (
    <Region name="Timeline">
      <div className="filters">
        <Choice label="Kind" value={kind} onChange={setKind} choices={Object.entries(kinds)} />
        <Choice label="Leg" value={leg} onChange={setLeg} choices={transfers.map(legChoice)} />
        <label>
          <input type="checkbox" checked={isFailed} onChange={(event) => setFailed(event.target.checked)} />
          <span>Failures only</span>
        </label>
      </div>
      <Refusal error={error} />
      {data && shown.length === 0 && <p className="quiet">Nothing of that kind happened.</p>}
      <ol className="timeline">
        {shown.map((entry) => (
          <Entry key={text(entry, 'id')} entry={entry} />
        ))}
      </ol>
      {data?.isCut && <p className="quiet">The story is longer: `halyard payments timeline` tells all of it.</p>}
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

function legChoice(transfer: Resource, index: number): readonly [string, string] {
  const id = idOf(linkOf(transfer, 'self') ?? '');
  const amount = money(transfer, 'amount');
  return [id, `${index + 1}: ${amount ? amountText(amount) : ''} …${id.slice(-8)}`];
}

/** The leg of each entry: that which it names, or that of its cause. */
function legsOf(entries: readonly Resource[]): ReadonlyMap<string, string> {
  const legs = new Map<string, string>();
  for (const entry of entries) {
    const own = text(entry, 'transfer.href');
    const leg = own === '' ? legs.get(text(entry, 'cause')) : idOf(own);
    if (leg !== undefined) legs.set(text(entry, 'id'), leg);
  }
  return legs;
}

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

/** An entry never changes unless something comes to it: hundreds are not drawn again each second. */
const Entry = memo(function Entry({ entry }: { readonly entry: Resource }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const kind = text(entry, 'kind');
  const trace = text(entry, 'trace');
  return (
    <li className={isFailure(entry) ? 'failure' : undefined}>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <Time at={text(entry, 'recorded') || text(entry, 'at')} /> <strong>{kinds[kind] ?? wordsOf(kind)}</strong>{' '}
          {summaryOf(entry)}
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

const words = ['method', 'route', 'status', 'code', 'did', 'topic', 'direction', 'what', 'from', 'to', 'because'];

function summaryOf(entry: Resource): string {
  const amount = money(entry, 'amount');
  const told = words.map((name) => text(entry, name)).filter((word) => word !== '');
  const attempts = at(entry, 'attempts');
  const tries = Array.isArray(attempts)
    ? attempts.map((one: unknown) => text(one, 'status') || text(one, 'error'))
    : [];
  return [...told, ...tries, ...(amount ? [amountText(amount)] : [])].join(' · ');
}
