import { type ReactElement, useState } from 'react';
import type { Resource } from '../api/client.js';
import { at, itemsOf, money, pageOf, text } from '../api/resource.js';
import { useResource } from '../api/use-resource.js';
import { CopyButton } from '../parts/copy-button.js';
import { Go } from '../parts/go.js';
import { Refusal } from '../parts/messages.js';
import { Region } from '../parts/page.js';
import { amountText, Time, wordsOf } from '../parts/text.js';

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
  /** Absent where this installation tells no whole story. */
  readonly path: string | undefined;
  readonly payment: Resource;
  readonly everyMs: number;
}

/** Everything that happened to a payment, cause before effect. */
export function Timeline({ path, payment, everyMs }: TimelineProps): ReactElement {
  const { data, error } = useResource(path === undefined ? undefined : pageOf(path), { everyMs });
  const [kind, setKind] = useState('');
  const entries = itemsOf(data).filter((entry) => kind === '' || text(entry, 'kind') === kind);
  return (
    <Region
      name="Timeline"
      action={
        path !== undefined && (
          <label className="inline">
            Kind{' '}
            <select value={kind} onChange={(event) => setKind(event.target.value)}>
              <option value="">all</option>
              {Object.entries(kinds).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        )
      }
    >
      <Refusal error={error} />
      {path === undefined ? (
        <Steps payment={payment} />
      ) : (
        <ol className="timeline">
          {entries.map((entry) => (
            <Entry key={text(entry, 'id')} entry={entry} />
          ))}
        </ol>
      )}
    </Region>
  );
}

function Entry({ entry }: { readonly entry: Resource }): ReactElement {
  const kind = text(entry, 'kind');
  const trace = text(entry, 'trace');
  return (
    <li>
      <details>
        <summary>
          <Time at={text(entry, 'recorded') || text(entry, 'at')} /> <strong>{kinds[kind] ?? wordsOf(kind)}</strong>{' '}
          {summaryOf(entry)}
        </summary>
        <pre className="json" tabIndex={0}>
          {JSON.stringify(entry, undefined, 2)}
        </pre>
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
}

function summaryOf(entry: Resource): string {
  const amount = money(entry, 'amount');
  const words = ['method', 'route', 'status', 'code', 'did', 'topic', 'direction', 'what', 'from', 'to', 'because']
    .map((name) => text(entry, name))
    .filter((word) => word !== '');
  return [...words, ...(amount ? [amountText(amount)] : [])].join(' · ');
}

/** What the payment itself tells of its steps. */
function Steps({ payment }: { readonly payment: Resource }): ReactElement {
  const steps = at(payment, 'timeline');
  const told = Array.isArray(steps) ? steps : [];
  return (
    <ol className="timeline">
      {told.map((step, index) => (
        <li key={`${text(step, 'at')}-${String(index)}`}>
          <Time at={text(step, 'at')} /> <strong>State</strong> {wordsOf(text(step, 'event'))}{' '}
          <Go to={`/transfers/${text(step, 'transfer')}`}>…{text(step, 'transfer').slice(-8)}</Go>
        </li>
      ))}
    </ol>
  );
}
