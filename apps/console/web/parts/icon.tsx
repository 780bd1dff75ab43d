import type { ReactElement } from 'react';

/** Outlines on a grid of 16 by 16. */
const outlines = {
  overview: 'M2 7.5 8 2.5l6 5V13a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1zM6.5 14V9.5h3V14',
  transfers: 'M2 5h11M10 2l3 3-3 3M14 11H3M6 8l-3 3 3 3',
  customers:
    'M6 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM1.5 14c0-2.5 2-4 4.5-4s4.5 1.5 4.5 4M10.5 2.8a2.4 2.4 0 0 1 0 4.4M12 10.2c1.6.6 2.5 2 2.5 3.8',
  bank: 'M2 6.5 8 3l6 3.5zM3.5 6.5V12M6.5 6.5V12M9.5 6.5V12M12.5 6.5V12M2 13.5h12',
  webhooks: 'M8 2.5v4M8 9.5v4M3.5 8h3M9.5 8h3M8 9.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3z',
  events: 'M1.5 8.5h3l2-5 3 9 2-4h3',
  requests: 'M2 3.5h12v9H2zM4.5 6.5l2 1.5-2 1.5M8 10h3.5',
  applications: 'M2.5 2.5H7V7H2.5zM9 2.5h4.5V7H9zM2.5 9H7v4.5H2.5zM9 9h4.5v4.5H9z',
  team: 'M8 7.5A2.75 2.75 0 1 0 8 2a2.75 2.75 0 0 0 0 5.5zM2.5 14c.3-2.7 2.5-4.2 5.5-4.2s5.2 1.5 5.5 4.2',
  operations:
    'M2 4.5h7M12 4.5h2M2 11.5h2M7 11.5h7M10.5 6a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3zM5.5 13a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3z',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.5 10.5 14 14',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  code: 'M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5',
  braces:
    'M6 2.5c-1.5 0-2 .7-2 2v1.700C4 7.300 3.5 8 2.5 8c1 0 1.5.7 1.5 1.800v1.700c0 1.300.5 2 2 2M10 2.5c1.5 0 2 .7 2 2v1.700c0 1.100.5 1.800 1.5 1.800-1 0-1.5.7-1.5 1.800v1.700c0 1.300-.5 2-2 2',
  close: 'm4 4 8 8M12 4l-8 8',
  check: 'm3 8.5 3.5 3.5L13 4.5',
  down: 'm4 6 4 4 4-4',
  right: 'm6 4 4 4-4 4',
  left: 'm10 4-4 4 4 4',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 4.5V8l2.5 1.500',
  play: 'M4.5 3v10l8-5z',
} as const;

export type IconName = keyof typeof outlines;

/** A picture beside a text. It says nothing that the text does not say. */
export const Icon = ({ name }: { readonly name: IconName }): ReactElement => (
  <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
    <path d={outlines[name]} />
  </svg>
);

/** Halyard's own sign: two masts and the rope between them. */
export const Mark = (): ReactElement => (
  <svg className="mark" viewBox="0 0 32 32" aria-hidden="true">
    <rect className="ground" width="32" height="32" rx="8" />
    <path className="rope" d="M10 8v16M22 8v16M10 17.5c5 0 7-3 12-3" />
  </svg>
);
