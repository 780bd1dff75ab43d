import type { Sealer } from '@halyard/persistence';
import type { Customer } from './customer.entity.js';
import type { PersonalNumbers, PersonalData } from './personal-data.js';
import { emailKey, nameText, type SearchableData, searchText } from './search-keys.js';

type SealedColumn = 'dateOfBirth' | 'ssn' | 'ein' | 'controllerNumbers';

/** Contexts under which the numbers are sealed. */
const contexts: Readonly<Record<SealedColumn, string>> = {
  dateOfBirth: 'customers.date-of-birth',
  ssn: 'customers.ssn',
  ein: 'customers.ein',
  controllerNumbers: 'customers.controller',
};
const sealedNames = Object.keys(contexts) as SealedColumn[];

type NumberField = 'dateOfBirth' | 'ssn' | 'ein' | 'controller';

type DataColumns = Omit<PersonalData, NumberField> &
  Pick<Customer, SealedColumn | 'controller' | 'controllerText' | 'emailKey' | 'searchText'>;

/** Undefined for texts that were not given. */
function numbersIn({ dateOfBirth, ssn, ein, controller }: Partial<PersonalData>) {
  const texts: Readonly<Record<SealedColumn, string | null | undefined>> = {
    dateOfBirth,
    ssn,
    ein,
    controllerNumbers: controller && JSON.stringify(numbersOf(controller)),
  };
  return sealedNames.flatMap((column) => {
    const text = texts[column];
    return text === undefined ? [] : [{ column, context: contexts[column], text }];
  });
}

const numbersOf = ({ dateOfBirth, ssn, passport }: PersonalNumbers): PersonalNumbers => ({
  dateOfBirth,
  ssn,
  passport,
});

function plainColumns(given: Partial<PersonalData>, before: SearchableData) {
  const { dateOfBirth: _, ssn: __, ein: ___, controller, ...plain } = given;
  const { firstName, lastName, title, address } = controller ?? {};
  const shown = controller && { firstName, lastName, title, address };
  const searched = { ...before, ...plain };
  return {
    ...plain,
    ...(controller !== undefined && { controller: shown, controllerText: controller && nameText(controller) }),
    ...(plain.email !== undefined && { emailKey: emailKey(plain.email) }),
    searchText: searchText(searched),
  };
}

/** The sealed columns of a customer whose data key is just being created. */
export function newColumns(data: PersonalData, seal: (context: string, text: string) => Buffer): DataColumns {
  const sealed = numbersIn(data).map(({ column, context, text }) => [
    column,
    text === null ? null : seal(context, text),
  ]);
  return { ...plainColumns(data, data), ...Object.fromEntries(sealed) } as DataColumns;
}

export async function changedColumns(
  customer: Customer,
  given: Partial<PersonalData>,
  sealer: Sealer,
): Promise<Partial<DataColumns>> {
  const sealed = numbersIn(given).map(async ({ column, context, text }) => [
    column,
    text === null ? null : await sealer.seal(customer.id, context, text),
  ]);
  return { ...plainColumns(given, customer), ...Object.fromEntries(await Promise.all(sealed)) } as Partial<DataColumns>;
}

export async function openedNumbers(customer: Customer, sealer: Sealer): Promise<Pick<PersonalData, NumberField>> {
  const open = async (column: SealedColumn): Promise<string | null> => {
    const sealed = customer[column];
    return sealed && sealer.open(customer.id, contexts[column], sealed);
  };
  const [dateOfBirth, ssn, ein, numbers] = await Promise.all(sealedNames.map(open));
  const controller =
    customer.controller && typeof numbers === 'string'
      ? { ...customer.controller, ...(JSON.parse(numbers) as PersonalNumbers) }
      : null;
  return { dateOfBirth: dateOfBirth ?? null, ssn: ssn ?? null, ein: ein ?? null, controller };
}
