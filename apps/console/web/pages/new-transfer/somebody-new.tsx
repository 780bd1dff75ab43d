import { type Hal, linkTo, type Property, type Template } from '@halyard/client';
import { type FormEvent, type ReactElement, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { locationOf, nameOf, templatesOf } from '../../api/resource.js';
import { useResource } from '../../api/use-resource.js';
import { fieldLabels } from '../../forms/field-labels.js';
import { Field } from '../../forms/fields.js';
import { type FormState, useForm } from '../../forms/use-form.js';
import { Dialog } from '../../parts/dialog.js';
import { Refusal } from '../../parts/messages.js';

const TITLE = 'Somebody new';
/** Such a customer gets money without being verified. */
const PERSON = 'receive-only';
const BANK = 'default';

interface SomebodyNewProps {
  /** Gets the address of the new customer's bank. */
  readonly onMade: (bank: string) => void;
}

/**
 * Makes a customer and the customer's bank at once, for people who want to pay somebody. The dialog opens once its form
 * is known, so that the focus goes into the form.
 */
export function SomebodyNew({ onMade }: SomebodyNewProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const query = { limit: 1 };
  const customers = useResource(isOpen ? linkTo('/customers', { query }) : undefined);
  const banks = useResource(isOpen ? linkTo('/funding-sources', { query }) : undefined);
  const [person, bank] = [templatesOf(customers.data)[PERSON], templatesOf(banks.data)[BANK]];
  const error = customers.error ?? banks.error;
  const isKnown =
    customers.data !== undefined && banks.data !== undefined && person !== undefined && bank !== undefined;
  return (
    <>
      <button type="button" className="plain" onClick={() => setOpen(true)}>
        {TITLE}…
      </button>
      {isOpen &&
        (isKnown || error !== null) &&
        // The form around the button can't contain another form.
        createPortal(
          <Dialog title={TITLE} onClose={() => setOpen(false)}>
            <Refusal error={isKnown ? null : error} />
            {isKnown && (
              <SomebodyForm
                customers={customers.data}
                person={onlyRequired(person, {})}
                banks={banks.data}
                bank={onlyRequired(bank, { type: 'checking', name: 'Checking' })}
                onMade={(made) => {
                  setOpen(false);
                  onMade(made);
                }}
              />
            )}
          </Dialog>,
          document.body,
        )}
    </>
  );
}

/** Asks for nothing that the API does not require, and begins with the values that most people have. */
const onlyRequired = (
  { properties = [], ...template }: Template,
  values: Readonly<Record<string, string>>,
): Template => ({
  ...template,
  properties: properties
    .filter(({ required, type }) => required === true || type === 'hidden')
    .map((property) => {
      const value = values[property.name];
      return value === undefined ? property : { ...property, value };
    }),
});

interface SomebodyFormProps {
  readonly customers: Hal;
  readonly person: Template;
  readonly banks: Hal;
  readonly bank: Template;
  readonly onMade: (bank: string) => void;
}

/** Sends the person first. Once the person is there, only the bank is sent, however often people have to mend it. */
function SomebodyForm({ customers, person, banks, bank, onMade }: SomebodyFormProps): ReactElement {
  const [customer, setCustomer] = useState<string>();
  const target = customer === undefined ? {} : { target: `${customer}/funding-sources` };
  const bankTemplate = { ...bank, ...target };
  const ofPerson = useForm(customers, PERSON, person);
  const ofBank = useForm(banks, BANK, bankTemplate);
  const sendBank = async (): Promise<void> => {
    const made = locationOf(await ofBank.send());
    if (made) onMade(made.href);
  };
  useEffect(() => {
    if (customer !== undefined) void sendBank();
    // The bank is sent once the customer is known, and not at each change of a field.
  }, [customer]);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    // A form that is drawn elsewhere is still within the form around its button.
    event.stopPropagation();
    if (customer !== undefined) return sendBank();
    setCustomer(locationOf(await ofPerson.send())?.href);
  };
  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      {customer === undefined ? (
        <Fields of={person} form={ofPerson} />
      ) : (
        <p className="note good">{nameOf(ofPerson.values)} is a customer now. The bank is still missing.</p>
      )}
      <Fields of={bank} form={ofBank} />
      <Refusal error={ofPerson.error ?? ofBank.error} />
      <div className="actions">
        <button type="submit" aria-disabled={ofPerson.isBusy || ofBank.isBusy}>
          Add
        </button>
      </div>
    </form>
  );
}

interface FieldsProps {
  readonly of: Template;
  readonly form: FormState;
}

const Fields = ({ of: { properties = [] }, form }: FieldsProps): ReactElement => (
  <>
    {properties.filter(isAsked).map((property) => (
      <Field
        key={property.name}
        property={property}
        label={fieldLabels[property.name]}
        value={form.values[property.name]}
        fault={form.faults[property.name]}
        onChange={(value) => form.set(property.name, value)}
      />
    ))}
  </>
);

const isAsked = ({ options }: Property): boolean => options?.inline?.length !== 1;
