import { configurationFaults } from './configuration.js';
import { dataFaults } from './data.js';
import { surroundingsFaults } from './surroundings.js';

/** Every fault that doctor knows, by its name. */
export const faults = { ...configurationFaults, ...dataFaults, ...surroundingsFaults } as const;

export type FaultName = keyof typeof faults;
