import { expect, it } from '@jest/globals';
import { filtersIn, requestSearch } from './request-search.js';

const ID = '01a22805-c89d-7002-872e-acc9b8944b2a';
const TRACE = '01a22805c89b7000b59c5e7c97960af2';

it.each([
  ['', []],
  ['404', [['status', '404']]],
  ['4XX', [['status', '4xx']]],
  ['post', [['method', 'POST']]],
  [TRACE, [['trace', TRACE]]],
  [ID, [['search', ID]]],
  ['01A22805', [['search', '01a22805']]],
  ['/customers', [['route', '/customers']]],
  ['/', [['route', '/']]],
  ['/customers/{id}', [['route', '/customers/{id}']]],
  [
    `/transfers/${ID}`,
    [
      ['route', '/transfers/{id}'],
      ['resource', ID],
    ],
  ],
  [
    `https://localhost:8443/transfers/${ID}?limit=5#top`,
    [
      ['route', '/transfers/{id}'],
      ['resource', ID],
    ],
  ],
  ['/customers/?limit=5', [['route', '/customers']]],
  ['ValidationError', [['code', 'ValidationError']]],
  [
    'POST  /transfers 4xx',
    [
      ['method', 'POST'],
      ['route', '/transfers'],
      ['status', '4xx'],
    ],
  ],
])('requests are found by “%s”', (text, filters) => {
  expect(filtersIn(text)).toEqual(filters);
});

it.each([
  ['ada', 'ada'],
  ['600', '600'],
  ['POST coffee', 'coffee'],
  ['ada@example.com', 'ada@example.com'],
])('“%s” finds no requests, because “%s” fits nothing', (text, unknown) => {
  expect(filtersIn(text)).toEqual({ unknown });
  expect(requestSearch.filtersOf(text)).toContain(`“${unknown}” is none of these`);
});

it.each(['', `POST /transfers/${ID} 404 NotFound`, `GET /customers ${TRACE}`, `4xx 01a22805`])(
  'an address whose filters were found by “%s” shows this text in the box',
  (text) => {
    const filters = requestSearch.filtersOf(text);
    expect(typeof filters).not.toBe('string');
    expect(
      requestSearch.textOf(new URLSearchParams(typeof filters === 'string' ? [] : filters.map((one) => [...one]))),
    ).toBe(text);
  },
);
