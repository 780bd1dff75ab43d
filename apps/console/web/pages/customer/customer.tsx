import { type Api, linkTo } from '@halyard/client';
import type { ReactElement, ReactNode } from 'react';
import { nameOf, templatesOf } from '../../api/resource.js';
import { choiceLabels } from '../../forms/field-labels.js';
import { Actions } from '../../generic/actions.js';
import { FactsSection } from '../../generic/facts.js';
import { Industry } from '../../generic/industry.js';
import { BeneficialOwnersOf, DocumentsOf, EventsOf, FundingSourcesOf, PaymentsOf } from '../../generic/inner-lists.js';
import { type BodyProps, resourcePage } from '../../generic/resource-page.js';
import { FactList } from '../../parts/facts.js';
import { Go } from '../../parts/go.js';
import { Id } from '../../parts/id.js';
import { Section } from '../../parts/section.js';
import { Amount, Time } from '../../parts/text.js';
import { CustomerFigures, useSources } from './figures.js';
import { Missing, Standing, stepNames } from './verification.js';
import { typeText } from './words.js';

export const customerPage = resourcePage({
  path: '/customers/{id}',
  heading: 'Customer',
  headingOf: nameOf,
  Body: Customer,
});

/** A customer: how it stands, what is missing, what it has, and what it did. */
function Customer({ of }: BodyProps<Api.Customer>): ReactElement {
  const path = { id: of.id };
  const { 'beneficial-owners': owners, 'funding-sources': sources } = of._links;
  const isUploadOffered = Object.keys(templatesOf(of)).some((name) => name.endsWith('with-document'));
  return (
    <>
      <Standing of={of} />
      <Missing of={of} />
      <div className="actions">
        <MoveMoney of={of} />
        <Actions
          resource={of}
          subject={nameOf(of)}
          without={['send', 'receive', ...stepNames]}
          notes={{
            deactivate: <p>{nameOf(of)} can no longer send or receive money, until somebody reactivates it.</p>,
            suspend: <p>{nameOf(of)} can no longer send or receive money. Only an operator can end this.</p>,
          }}
        />
      </div>
      <CustomerFigures of={of} />
      <CustomerFacts of={of} />
      {sources && <FundingSourcesOf of={sources} />}
      <PaymentsOf of={linkTo('/payments', { query: { customerId: of.id } })} />
      <DocumentsOf
        of={linkTo('/customers/{id}/documents', { path })}
        {...(isUploadOffered && { without: ['default'] })}
      />
      <LimitsOf of={of} />
      {owners && (
        <>
          <FactsSection name="Certification" of={linkTo('/customers/{id}/beneficial-ownership', { path })} />
          <BeneficialOwnersOf of={owners} />
        </>
      )}
      <EventsOf of={linkTo('/events', { query: { resourceId: of.id } })} />
    </>
  );
}

/** Leads to the form of a transfer, in which people find the other party by its name. */
function MoveMoney({ of }: { readonly of: Api.Customer }): ReactElement {
  const sources = useSources(of);
  const { send, receive } = templatesOf(of);
  const [from] = sources.filter(({ _links }) => _links['transfer-send']);
  const [to] = sources.filter(({ _links }) => _links['transfer-receive']);
  return (
    <>
      {send && from && (
        <Go className="button second" to={`/transfers/new?source=${from.id}`}>
          Send money
        </Go>
      )}
      {receive && to && (
        <Go className="button second" to={`/transfers/new?destination=${to.id}`}>
          Receive money
        </Go>
      )}
    </>
  );
}

function CustomerFacts({ of }: { readonly of: Api.Customer }): ReactElement {
  const { address1, address2, city, state, postalCode, controller, businessType, businessClassification } = of;
  const isCompany = of.businessName !== undefined;
  return (
    <FactList
      facts={{
        Type: typeText[of.type],
        'E-mail': of.email,
        Phone: of.phone,
        Contact: isCompany && joined([of.firstName, of.lastName], ' '),
        Address: joined([address1, address2, city, joined([state, postalCode], ' ')]),
        'Doing business as': of.doingBusinessAs,
        Website: of.website,
        'Business type': businessType && choiceLabels[businessType],
        Industry: businessClassification && <Industry id={businessClassification} />,
        Controller: controller && joined([joined([controller.firstName, controller.lastName], ' '), controller.title]),
        'Correlation id': of.correlationId,
        Created: <Time at={of.created} />,
        Id: <Id of={of.id} />,
      }}
    />
  );
}

const joined = (parts: readonly (string | undefined)[], by = ', '): string =>
  parts.filter((part) => part !== undefined && part !== '').join(by);

/** How much the customer may send. */
const LimitsOf = ({ of }: { readonly of: Api.Customer }): ReactElement => (
  <Section name="Limits" of={linkTo('/customers/{id}/limits', { path: { id: of.id } })}>
    {({ weekly, transfer }): ReactNode =>
      weekly || transfer ? (
        <FactList
          facts={{
            'This week': weekly && <Amount of={weekly.limit} />,
            'Used of it': weekly && <Amount of={weekly.used} />,
            'Left of it': weekly && <Amount of={weekly.left} />,
            'Begins anew': weekly && <Time at={weekly.to} />,
            'In one transfer, at most': transfer && <Amount of={transfer.limit} />,
          }}
        />
      ) : (
        <p className="quiet">There is no limit on what it receives, and it sends nothing.</p>
      )
    }
  </Section>
);
