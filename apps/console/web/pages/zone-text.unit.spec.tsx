import { expect, it } from '@jest/globals';
import { zoneText } from './zone-text.js';

it.each([
  [-6, 'UTC −06:00'],
  [5.5, 'UTC +05:30'],
  [0, 'UTC'],
])('a time zone of %d hours is said as a clock says it', (hours, text) => expect(zoneText(hours)).toBe(text));
