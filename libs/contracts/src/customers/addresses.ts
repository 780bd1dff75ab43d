import { z } from 'zod';
import { text } from '../kernel/rows/field-contents.js';

/** The address of a person, who may live in any country. */
export const internationalAddress = z.object({
  address1: text('address'),
  address2: text('address').optional(),
  address3: text('address').optional(),
  city: text('address'),
  stateProvinceRegion: text('address'),
  postalCode: text('address').optional(),
  country: text('address'),
});
