import { columnsOf } from '../columns/columns.js';
import { listPage } from '../generic/list-page.js';
import { Words } from '../parts/text.js';
import { typeText } from './customer/words.js';

export const customersPage = listPage('/customers', {
  heading: 'Customers',
  place: 'navigation',
  icon: 'customers',
  help: 'customers/',
  columns: columnsOf({
    Name: '@self',
    Status: 'status',
    // Customers may have the same name, but not the same address.
    'E-mail': 'email',
    Type: ({ type }) => <Words of={typeText[type]} />,
    Created: 'created',
  }),
  search: 'Search customers',
  choices: [
    {
      name: 'status',
      label: 'Status',
      values: ['unverified', 'retry', 'document', 'verified', 'suspended', 'deactivated'],
    },
  ],
  create: { label: 'Create customer', to: '/customers/new' },
  empty: 'No customer yet. A customer holds banks and a balance, and sends or receives money.',
});
