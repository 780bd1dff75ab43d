export * from './addresses.js';
export * from './attribute-rules.js';
export * from './facts.js';
export * from './nouns.js';
export * from './offers.js';
export * from './refusals.js';
export * from './tables.js';
