import { type Api, linkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { idOf } from '../../api/resource.js';
import { useResource } from '../../api/use-resource.js';
import { Combobox, type ComboboxProps } from '../../forms/combobox.js';
import type { FieldProps } from '../../forms/fields.js';
import { amountText } from '../../parts/text.js';
import { useSession } from '../../session/session.js';
import { usePartyText } from '../../columns/party-name.js';
import { type TransferEnd, findCustomers, findSources } from './find-parties.js';
import { SomebodyNew } from './somebody-new.js';

const hrefIn = ({ value }: FieldProps): string => (typeof value === 'string' ? value : '');

/** A field in which people find a party or a source by typing. */
function Party({ finding, find, ...field }: FieldProps & Pick<ComboboxProps, 'finding' | 'find'>): ReactElement {
  const { property, label = '', fault, onChange } = field;
  const chosen = usePartyText({ href: hrefIn(field) });
  return (
    <Combobox
      label={label}
      name={property.name}
      isRequired={property.required === true}
      chosen={chosen}
      fault={fault}
      finding={finding}
      find={find}
      onChange={onChange}
    />
  );
}

function Source({ end, ...field }: FieldProps & { readonly end: TransferEnd }): ReactElement {
  const { account } = useSession();
  const href = hrefIn(field);
  return (
    <>
      <Party {...field} finding={end} find={(typed, signal) => findSources({ typed, end, account, signal })} />
      {end === 'transfer-send' && href !== '' && <LimitLeft source={href} />}
    </>
  );
}

export const From = (props: FieldProps): ReactElement => <Source {...props} end="transfer-send" />;
export const To = (props: FieldProps): ReactElement => (
  <>
    <Source {...props} end="transfer-receive" />
    <SomebodyNew onMade={props.onChange} />
  </>
);

export const ChargedTo = (field: FieldProps): ReactElement => (
  <Party {...field} finding="customers" find={findCustomers} />
);

/** Shows how much the sending customer may still send. */
function LimitLeft({ source }: { readonly source: string }): ReactElement | null {
  const { data } = useResource<Api.FundingSource>({ href: source });
  const customer = data?._links.customer;
  const limits = useResource(customer && linkTo('/customers/{id}/limits', { path: { id: idOf(customer) } }));
  const { weekly, transfer } = limits.data ?? {};
  if (!weekly && !transfer) return null;
  return (
    <p className="hint">
      {weekly &&
        `Left of the limit of this week: ${amountText(weekly.left)}. It begins anew on ${weekly.to.slice(0, 10)}. `}
      {transfer && `At once: ${amountText(transfer.limit)} at most.`}
    </p>
  );
}
