export * from './field-rules.js';
export * from './redaction.js';
