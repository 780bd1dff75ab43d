import { type Api, linkTo } from '@halyard/client';
import { type ReactElement, useState } from 'react';
import { useNews } from '../../api/event-stream.js';
import { saveText } from '../../api/save.js';
import { useResource } from '../../api/use-resource.js';
import { type BodyProps, resourcePage } from '../../generic/resource-page.js';
import { FactList } from '../../parts/facts.js';
import { Figures } from '../../parts/figures.js';
import { Id } from '../../parts/id.js';
import { Refusal } from '../../parts/messages.js';
import { usePageLocation } from '../../parts/page-location.js';
import { Crumbs } from '../../parts/page.js';
import { Amount, Time } from '../../parts/text.js';
import { useSession } from '../../session/session.js';
import { HEADING } from './bank-files.js';
import { Entries } from './entries.js';
import { UploadFile } from './upload-file.js';
import { directionTexts, windowTexts } from './words.js';

export const bankFilePage = resourcePage({
  path: '/bank-files/{id}',
  heading: HEADING,
  isOfSandbox: true,
  crumbsOf: () => <Crumbs to="/bank-files">All bank files</Crumbs>,
  Body: BankFile,
});

/** Shows a file with its totals and entries. The file itself has account numbers, which the page has not. */
function BankFile({ of }: BodyProps<Api.BankFile>): ReactElement {
  const { id, direction, window, created, effectiveDate, batches, entries, debits, credits, entryHash, sha256 } = of;
  const { searchStr } = usePageLocation();
  const line = Number(new URLSearchParams(searchStr).get('line')) || undefined;
  useNews();
  return (
    <>
      <p className="lead">
        <strong>{directionTexts[direction]}</strong>
        <span>
          {windowTexts[window]}, <Time at={created} />
        </span>
      </p>
      <FileActions of={of} />
      <Figures
        of={[
          ['Entries', entries.toLocaleString('en')],
          ['Debits', <Amount key="debits" of={debits} />],
          ['Credits', <Amount key="credits" of={credits} />],
        ]}
      />
      <FactList
        facts={{
          File: <Id of={id} />,
          'Settles from': effectiveDate,
          Batches: String(batches),
          'Entry hash': entryHash,
          'SHA-256': <Id of={sha256} />,
        }}
      />
      {of._links.entries && <Entries of={of._links.entries} line={line} />}
    </>
  );
}

/** Saves the file, for tokens that may read account numbers, and takes what banks send back. */
function FileActions({ of: { id } }: { readonly of: Api.BankFile }): ReactElement {
  const { scopes } = useSession();
  const files = useResource(linkTo('/bank-files', { query: { limit: 1 } }));
  const [error, setError] = useState<unknown>();
  const download = (): void => {
    setError(undefined);
    saveText(`/bank-files/${id}/content`, `${id}.ach`).catch(setError);
  };
  return (
    <div className="actions">
      {scopes.includes('accountinfofull') && (
        <button type="button" onClick={download}>
          Download
        </button>
      )}
      {files.data && <UploadFile list={files.data} label="Upload file" />}
      <Refusal error={error} />
    </div>
  );
}
