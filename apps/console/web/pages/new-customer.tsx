import { type Api, linkTo, type Template } from '@halyard/client';
import { type ReactElement, useState } from 'react';
import { linksOf, locationOf, pageOf, templatesOf } from '../api/resource.js';
import { useResource } from '../api/use-resource.js';
import { shapeQuestionOf } from '../forms/field-labels.js';
import { TemplateForm } from '../forms/form.js';
import { keptNameOf } from '../forms/kept-form.js';
import { OneOf } from '../forms/one-of.js';
import { useGo } from '../parts/go.js';
import type { PageRow } from '../parts/page-rows.js';
import { Loaded, Page } from '../parts/page.js';

const HEADING = 'Create customer';

/** The types of customers, by the list's form that makes one. The unnamed form makes an unverified customer. */
const types: Readonly<Record<string, string>> = {
  default: 'Unverified',
  personal: 'Verified person',
  business: 'Verified company',
  'receive-only': 'Receives only',
};
const notes: Readonly<Record<string, string>> = {
  default: 'Sends and receives at once, within a limit for each week. A name and an e-mail address are enough.',
  personal: 'Sends and receives more, and has a balance. The identity is checked.',
  business: 'Sends and receives more, and has a balance. The company and who runs it are checked.',
  'receive-only': 'Gets paid, and never sends.',
};

/** The customer type to which a form belongs: a company has a form for each kind of company. */
const typeOf = (form: string): string => (form.startsWith('business') ? 'business' : form);

function NewCustomer(): ReactElement {
  const list = useResource(linkTo('/customers', { query: { limit: 1 } }));
  return (
    <Loaded reads={{ customers: list }}>
      {({ customers }) => (
        <Page heading={HEADING}>
          {Object.keys(templatesOf(customers)).length > 0 ? (
            <Form list={customers} forms={templatesOf(customers)} />
          ) : (
            <p>Your role does not create customers.</p>
          )}
        </Page>
      )}
    </Loaded>
  );
}

interface FormProps {
  readonly list: Api.CustomerList;
  readonly forms: Readonly<Record<string, Template>>;
}

/** Asks for the type of the customer, for the kind of a company, and then for what that form needs. */
function Form({ list, forms }: FormProps): ReactElement {
  const [form, setForm] = useState(() => keptNameOf(linksOf(list)['self']?.href) ?? 'default');
  const go = useGo();
  const template = forms[form];
  const kinds = shapeQuestionOf(Object.keys(forms).filter((name) => typeOf(name) === typeOf(form)));
  return (
    <div className="card narrow">
      <OneOf label="Type" texts={types} notes={notes} value={typeOf(form)} onChange={setForm} />
      {kinds && <OneOf {...kinds} value={form} onChange={setForm} />}
      {template && (
        <TemplateForm
          key={form}
          resource={list}
          name={form}
          template={template}
          submit={HEADING}
          seldom={SELDOM}
          onDone={(answer) => {
            const made = locationOf(answer);
            if (made) go(pageOf(made));
          }}
        />
      )}
    </div>
  );
}

const SELDOM = ['correlationId'];

export const newCustomerPage: PageRow = {
  path: '/customers/new',
  heading: HEADING,
  place: 'palette',
  Show: NewCustomer,
};
