import type { ReactElement } from 'react';
import type { Resource } from '../../api/client.js';
import { idOf, itemsOf, linkOf, pageOf, text } from '../../api/resource.js';
import { useResource } from '../../api/use-resource.js';
import { Actions } from '../../generic/actions.js';
import { Facts, ResourcePage } from '../../generic/resource-page.js';
import { FactList } from '../../parts/facts.js';
import { Go } from '../../parts/go.js';
import { Refusal } from '../../parts/messages.js';
import { usePageLocation } from '../../parts/page-location.js';
import { Failed, Page, Region, Tools, Waiting } from '../../parts/page.js';
import { type Column, Table } from '../../parts/table.js';
import { Status, Time, wordsOf } from '../../parts/text.js';
import { useSession } from '../../session/session.js';
import { Scan } from './scan.js';
import { Who, whoDid } from './who.js';

const HEADING = 'Document';
/** Keys of one letter, each with the action of the button that it presses. */
const keys = { a: 'approve', r: 'reject' };

/** Shows a document. Operators review it here; its account sees the outcome. */
export function DocumentPage(): ReactElement {
  const { pathname } = usePageLocation();
  const { role } = useSession();
  const id = idOf(pathname);
  const path = role === 'operator' ? `/operations/documents/${id}` : `/documents/${id}`;
  const { data, error } = useResource(path);
  if (error) return <Failed error={error} heading={HEADING} />;
  if (!data) return <Waiting heading={HEADING} />;
  return role === 'operator' ? (
    <Review path={path} document={data} />
  ) : (
    <ResourcePage path={path} heading={HEADING} resource={data} />
  );
}

interface ReviewProps {
  readonly path: string;
  readonly document: Resource;
}

function Review({ path, document }: ReviewProps): ReactElement {
  const [file, reads, customer] = ['file', 'reads', 'customer'].map((rel) => linkOf(document, rel));
  const type = text(document, 'type');
  return (
    <Page
      heading={HEADING}
      crumbs={<Go to="/operations/documents">Documents</Go>}
      actions={<Tools id={idOf(path)} path={path} resource={document} />}
    >
      <p className="lead">
        <Status of={text(document, 'documentVerificationStatus') || text(document, 'status')} />
      </p>
      <div className="actions">
        <Actions resource={document} subject={`this ${wordsOf(type).toLowerCase()}`} keys={keys} />
      </div>
      <div className="review">
        {file !== undefined && (
          <Scan name={`Document ${type}`} mediaType={text(document, 'mediaType')} path={pageOf(file)} />
        )}
        <div>
          <Region name="Declared">
            <FactList
              facts={[
                ['Type', wordsOf(type)],
                ['Received', <Time key="received" at={text(document, 'created')} />],
                ['Format', text(document, 'mediaType')],
                ['Bytes', text(document, 'size')],
                ['Reason', text(document, 'failureReason')],
                ['Reviewed', text(document, 'reviewed') && <Time key="reviewed" at={text(document, 'reviewed')} />],
                ['Reviewed by', whoDid(document, 'reviewedBy')],
              ]}
            />
          </Region>
          {customer !== undefined && <Customer path={pageOf(customer)} />}
          {reads !== undefined && <Reads path={pageOf(reads)} />}
        </div>
      </div>
    </Page>
  );
}

/** Shows the customer's data if the customer belongs to the operator's own account. Operators see no data of others. */
function Customer({ path }: { readonly path: string }): ReactElement {
  const { data, isPending } = useResource(path);
  return (
    <Region name="Customer">
      {data && <Facts of={data} />}
      {!data && !isPending && (
        <p>
          <code>{idOf(path)}</code> belongs to another account, whose data operators do not see.
        </p>
      )}
    </Region>
  );
}

const columns: readonly Column[] = [
  { name: 'At', of: (item) => <Time at={text(item, 'at')} /> },
  { name: 'Person', of: (item) => text(item, 'personId') && <Who of="people" id={text(item, 'personId')} /> },
  { name: 'Application', of: (item) => <Who of="applications" id={text(item, 'application')} /> },
];

/** The page shows this soon that somebody has read the file, here or elsewhere. */
const READS_MS = 2_000;

function Reads({ path }: { readonly path: string }): ReactElement {
  const { data, error } = useResource(path, { everyMs: READS_MS });
  return (
    <Region name="Reads">
      <Refusal error={error} />
      {data && <Table name="Reads" columns={columns} items={itemsOf(data)} empty={<p>Nobody has read the file.</p>} />}
    </Region>
  );
}
