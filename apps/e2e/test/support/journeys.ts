export * from '../../src/journeys.js';
