import { type Api, type LinkTo } from '@halyard/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { read } from '../../api/client.js';
import { itemsOf, withQuery } from '../../api/resource.js';
import { columnsOf } from '../../columns/columns.js';
import { PartyLink } from '../../columns/party-name.js';
import { listPage } from '../../generic/list-page.js';
import { Paging } from '../../parts/paging.js';
import { Refusal } from '../../parts/messages.js';
import { Section } from '../../parts/section.js';
import { Table, To } from '../../parts/table.js';
import { Amount, Status } from '../../parts/text.js';
import { codeText, reasonText, transactionText } from './words.js';

type Entry = Api.BankFileEntry;

const HEADING = 'Entries';
const EMPTY = 'The file has no entry.';

const columns = columnsOf<Entry>({
  Amount: {
    isNumber: true,
    of: ({ amount, _links: { transfer } }) =>
      transfer ? (
        <To href={transfer}>
          <Amount of={amount} />
        </To>
      ) : (
        <Amount of={amount} />
      ),
  },
  Status: ({ status, outcome }) => <Status of={outcome === 'refused' ? 'refused' : status} />,
  'What it says': {
    of: ({ code }) => code !== undefined && <span className="wraps">{codeText(code)}</span>,
    has: ({ code }) => code !== undefined,
  },
  'What became of it': {
    of: ({ outcome, reason }) => (
      <span className="wraps">{reason ? `Refused, ${reasonText(reason)}` : outcome && 'Applied'}</span>
    ),
    has: ({ outcome }) => outcome !== undefined,
  },
  Bank: {
    of: ({ _links: { 'funding-source': bank } }) => (bank ? <PartyLink of={bank} /> : '–'),
    has: ({ _links }) => _links['funding-source'] !== undefined,
  },
  Entry: ({ transactionCode, _links: { transfer, 'funding-source': bank } }) =>
    bank && !transfer ? `${transactionText(transactionCode)}, micro-deposit` : transactionText(transactionCode),
  Batch: 'batch',
  'Trace number': ({ traceNumber }) => <code translate="no">{traceNumber}</code>,
  Line: { isNumber: true, of: ({ line }) => line },
});

export const entriesPage = listPage('/bank-files/{id}/entries', {
  heading: HEADING,
  isOfSandbox: true,
  columns,
  empty: EMPTY,
});

interface EntriesProps {
  readonly of: LinkTo<Api.BankFileEntryList>;
  /** The line that the address of the page asks for. */
  readonly line: number | undefined;
}

/** Lists the entries of a file, from the page on that has the asked line. */
export function Entries({ of, line }: EntriesProps): ReactElement {
  const found = useQuery({
    queryKey: ['bank-file-page', of.href, line],
    queryFn: ({ signal }) => pageWith(of, line ?? 1, signal),
    enabled: line !== undefined,
  });
  if (line !== undefined && found.isPending) return <p aria-busy="true">Loading…</p>;
  return (
    <>
      <Refusal error={found.error} />
      <Section name={HEADING} of={found.data ?? of}>
        {(list) => (
          <>
            <RefusedNote entries={itemsOf(list)} />
            <Table
              name={HEADING}
              columns={columns}
              items={itemsOf(list)}
              empty={EMPTY}
              isAskedFor={(entry) => entry.line === line}
            />
            <Paging list={list} />
          </>
        )}
      </Section>
    </>
  );
}

/** Says of a file from the banks how many of the shown entries changed nothing. */
function RefusedNote({ entries }: { readonly entries: readonly Entry[] }): ReactElement | null {
  const refused = entries.filter(({ outcome }) => outcome === 'refused').length;
  if (refused === 0) return null;
  const words = refused === 1 ? 'One of these entries was refused' : `${refused} of these entries were refused`;
  return <p className="note bad">{words}, and changed nothing.</p>;
}

const PAGE = 25;

/** Finds the page of entries with a line. Entries stand in the order of their lines, so each read halves what is left. */
async function pageWith(list: EntriesProps['of'], line: number, signal: AbortSignal): Promise<EntriesProps['of']> {
  const at = (page: number): EntriesProps['of'] =>
    withQuery(list, `?limit=${PAGE}${page === 0 ? '' : `&offset=${page * PAGE}`}`);
  const first = await read(at(0), signal);
  let [low, high] = [0, Math.max(0, Math.ceil((first.total ?? 0) / PAGE) - 1)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const [begin] = itemsOf(await read(at(middle), signal));
    if (begin === undefined || begin.line > line) high = middle - 1;
    else low = middle;
  }
  return at(low);
}
