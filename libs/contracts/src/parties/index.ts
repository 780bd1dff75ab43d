export * from './capabilities.js';
export * from './party-facts.js';
