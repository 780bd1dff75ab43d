import type { Api, LinkTo } from '@halyard/client';
import { type ReactElement, useState } from 'react';
import { client, read } from '../../api/client.js';
import { itemsOf, withQuery } from '../../api/resource.js';
import { useRefresh } from '../../api/use-resource.js';
import { titleOf } from '../../generic/labels.js';
import { Dialog } from '../../parts/dialog.js';
import { Refusal, useSay } from '../../parts/messages.js';

const PAGE = 200;
/** The most deliveries that are sent again in one go. For more, people start a replay. */
const RESENT_MAX = 10_000;

interface ResendProps {
  /** The label of the button. */
  readonly label?: string;
  /** The list of deliveries. */
  readonly of: LinkTo<Api.WebhookList>;
  /** The filters of the list, as its query. */
  readonly query: string;
}

/** Sends again all deliveries that match the filters, whether or not they are in view. */
export function ResendMatching({ label = 'Resend matching', of, query }: ResendProps): ReactElement {
  const [matching, setMatching] = useState<readonly string[]>();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const say = useSay();
  const refresh = useRefresh();
  const attempt = async (act: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await act();
    } catch (refusal) {
      setError(refusal);
    } finally {
      setBusy(false);
    }
  };
  const resend = (ids: readonly string[]) => async (): Promise<void> => {
    let resent = 0;
    try {
      for (const id of ids) {
        await client.request('POST', `/webhooks/${id}/retries`);
        resent += 1;
      }
    } finally {
      setMatching(undefined);
      say(`${resent} of ${deliveries(ids.length)} resent`);
      await refresh();
    }
  };
  return (
    <>
      <button
        type="button"
        aria-disabled={isBusy}
        onClick={() => void attempt(async () => setMatching(await allIds(of, query)))}
      >
        {label}
      </button>
      <Refusal error={error} />
      {matching && (
        <Dialog title={titleOf(label)} onClose={() => setMatching(undefined)}>
          <Question count={matching.length} isBusy={isBusy} onYes={() => void attempt(resend(matching))} />
        </Dialog>
      )}
    </>
  );
}

interface QuestionProps {
  readonly count: number;
  readonly isBusy: boolean;
  readonly onYes: () => void;
}

const Question = ({ count, isBusy, onYes }: QuestionProps): ReactElement =>
  count === 0 ? (
    <p>No delivery matches.</p>
  ) : (
    <>
      <p>
        {deliveries(count)} will be tried again at once, under the same id as before: a receiver that has taken an event
        already knows it.
      </p>
      <div className="actions">
        <button type="submit" aria-disabled={isBusy} onClick={onYes}>
          Resend {deliveries(count)}
        </button>
      </div>
    </>
  );

const deliveries = (count: number): string => `${count} ${count === 1 ? 'delivery' : 'deliveries'}`;

/**
 * Reads all ids before the first delivery is sent again: sending changes a delivery's state, and it leaves the list.
 */
async function allIds(of: LinkTo<Api.WebhookList>, query: string): Promise<readonly string[]> {
  const ids: string[] = [];
  const asked = new URLSearchParams(query);
  for (const name of ['offset', 'anchor']) asked.delete(name);
  asked.set('limit', String(PAGE));
  let next: LinkTo<Api.WebhookList> | undefined = withQuery(of, `?${asked.toString()}`);
  while (next) {
    const list: Api.WebhookList = await read(next);
    ids.push(...itemsOf(list).map(({ id }) => id));
    if (ids.length > RESENT_MAX) throw new Error(`More than ${RESENT_MAX} deliveries match: replay a range instead.`);
    next = list._links.next;
  }
  return ids;
}
