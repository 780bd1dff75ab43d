import { type Api, linkTo, type LinkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { idOf, itemsOf, pageOf } from '../../api/resource.js';
import { useResource } from '../../api/use-resource.js';
import { columnsOf } from '../../columns/columns.js';
import { Actions } from '../../generic/actions.js';
import { AnyPage } from '../../generic/any-page.js';
import { Facts } from '../../generic/facts.js';
import { FactList } from '../../parts/facts.js';
import { usePageLocation } from '../../parts/page-location.js';
import type { PageRow } from '../../parts/page-rows.js';
import { Crumbs, Loaded, Page, Region } from '../../parts/page.js';
import { Tools } from '../../parts/tools.js';
import { Section } from '../../parts/section.js';
import { Table } from '../../parts/table.js';
import { Status, Time, wordsOf } from '../../parts/text.js';
import { useSession } from '../../session/session.js';
import { Scan } from './scan.js';
import { AccountOfCustomer, CustomerName, whoDid } from './who.js';

const heading = 'Document';

export const documentPage: PageRow = {
  path: '/documents/{id}',
  heading,
  under: '/customers',
  underForOperators: '/operations/documents',
  help: 'documents/',
  Show: Document,
};

export const documentReviewPage: PageRow = { path: '/operations/documents/{id}', heading, Show: Review };

/** Keys of one letter, each with the action of the button that it presses. */
const keys = { a: 'approve', r: 'reject' };

/** Shows a document to operators, who also review it here. The document's account sees the outcome. */
function Document(): ReactElement {
  const { role } = useSession();
  return role === 'operator' ? <Review /> : <AnyPage />;
}

function Review(): ReactElement {
  const link = linkTo('/operations/documents/{id}', { path: { id: idOf(usePageLocation().pathname) } });
  const read = useResource(link);
  return (
    <Loaded reads={{ document: read }}>
      {({ document }) => {
        const { file, reads, customer } = document._links;
        return (
          <Page
            heading={heading}
            crumbs={<Crumbs to="/operations/documents">Documents</Crumbs>}
            tools={<Tools path={pageOf(link)} resource={document} />}
          >
            <p className="lead">
              <Status of={document.documentVerificationStatus} />
            </p>
            <div className="actions">
              <Actions resource={document} subject={`this ${wordsOf(document.type).toLowerCase()}`} keys={keys} />
            </div>
            <div className="review">
              {file && <Scan name={`Document ${document.type}`} mediaType={document.mediaType} path={pageOf(file)} />}
              <div>
                <Declared of={document} />
                {customer && <Customer of={customer} />}
                {reads && <Reads of={reads} />}
              </div>
            </div>
          </Page>
        );
      }}
    </Loaded>
  );
}

const Declared = ({ of }: { readonly of: Api.DocumentReview }): ReactElement => (
  <Region name="Declared">
    <FactList
      facts={{
        Type: wordsOf(of.type),
        Received: <Time at={of.created} />,
        Format: of.mediaType,
        Bytes: of.size,
        Reason: of.failureReason,
        Reviewed: of.reviewed && <Time at={of.reviewed} />,
        'Reviewed by': whoDid({ application: of.reviewedBy, person: of.personId }),
      }}
    />
  </Region>
);

/** Shows the customer's data if the customer belongs to the operator's own account. Operators see no data of others. */
function Customer({ of }: { readonly of: LinkTo<Api.Customer> }): ReactElement {
  const { data, isPending } = useResource(of);
  const id = idOf(of);
  return (
    <Region name="Customer">
      <FactList facts={{ Customer: <CustomerName id={id} />, Account: <AccountOfCustomer id={id} /> }} />
      {data && <Facts of={data} />}
      {!data && !isPending && <p>Operators do not see the data of another account’s customers.</p>}
    </Region>
  );
}

const readColumns = columnsOf<Api.DocumentRead>({
  At: 'at',
  Person: ({ personId }) => whoDid({ person: personId }),
  Application: ({ application }) => whoDid({ application }),
});

/** The page shows this soon that somebody has read the file, here or elsewhere. */
const READS_MS = 2_000;

const Reads = ({ of }: { readonly of: LinkTo<Api.DocumentReadList> }): ReactElement => (
  <Section name="Reads" of={of} following={{ everyMs: READS_MS }}>
    {(list) => <Table name="Reads" columns={readColumns} items={itemsOf(list)} empty="Nobody has read the file." />}
  </Section>
);
