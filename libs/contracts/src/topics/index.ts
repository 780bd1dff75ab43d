export * from './parse.js';
export * from './shown-event.js';
