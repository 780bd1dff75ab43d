import { linkTo } from '@halyard/client';
import { type ReactElement, useState } from 'react';
import { locationOf, pageOf, templatesOf } from '../api/resource.js';
import { useResource } from '../api/use-resource.js';
import { TemplateForm } from '../forms/form.js';
import { useGo } from '../parts/go.js';
import type { PageRow } from '../parts/page-rows.js';
import { Loaded, Page } from '../parts/page.js';
import { wordsOf } from '../parts/text.js';

const HEADING = 'Create customer';
/** The unnamed form of the list makes an unverified customer. */
const names: Readonly<Record<string, string>> = { default: 'Unverified' };

function NewCustomer(): ReactElement {
  const list = useResource(linkTo('/customers', { query: { limit: 1 } }));
  const [type, setType] = useState('default');
  const go = useGo();
  return (
    <Loaded reads={{ customers: list }}>
      {({ customers }) => {
        const templates = templatesOf(customers);
        const template = templates[type];
        return (
          <Page heading={HEADING}>
            <div className="field">
              <label htmlFor="type">Type</label>
              <select id="type" value={type} onChange={(event) => setType(event.target.value)}>
                {Object.keys(templates).map((name) => (
                  <option key={name} value={name}>
                    {names[name] ?? wordsOf(name)}
                  </option>
                ))}
              </select>
            </div>
            {template ? (
              <TemplateForm
                key={type}
                resource={customers}
                name={type}
                template={template}
                submit={HEADING}
                onDone={(answer) => {
                  const made = locationOf(answer);
                  if (made) go(pageOf(made));
                }}
              />
            ) : (
              <p>Your role does not create customers.</p>
            )}
          </Page>
        );
      }}
    </Loaded>
  );
}

export const newCustomerPage: PageRow = {
  path: '/customers/new',
  heading: HEADING,
  place: 'palette',
  Show: NewCustomer,
};
