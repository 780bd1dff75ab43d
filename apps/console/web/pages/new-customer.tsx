import { type ReactElement, useState } from 'react';
import { pageOf, templatesOf } from '../api/resource.js';
import { useResource } from '../api/use-resource.js';
import { TemplateForm } from '../forms/form.js';
import { Go, useGo } from '../parts/go.js';
import { Failed, Page, Waiting } from '../parts/page.js';
import { wordsOf } from '../parts/text.js';

const HEADING = 'Create customer';
/** The unnamed form of the list makes an unverified customer. */
const names: Readonly<Record<string, string>> = { default: 'Unverified' };

export function NewCustomer(): ReactElement {
  const { data, error } = useResource('/customers?limit=1');
  const [type, setType] = useState('default');
  const go = useGo();
  if (error) return <Failed error={error} heading={HEADING} />;
  if (!data) return <Waiting heading={HEADING} />;
  const templates = templatesOf(data);
  const template = templates[type];
  return (
    <Page heading={HEADING} crumbs={<Go to="/customers">Customers</Go>}>
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
          resource={data}
          name={type}
          template={template}
          submit={HEADING}
          onDone={(answer) => {
            if (hasLocation(answer)) go(pageOf(answer.location));
          }}
        />
      ) : (
        <p>Your role does not create customers.</p>
      )}
    </Page>
  );
}

export const hasLocation = (answer: unknown): answer is { readonly location: string } =>
  typeof answer === 'object' && answer !== null && 'location' in answer && typeof answer.location === 'string';
