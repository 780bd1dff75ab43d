export { type Difference } from './compared-rows.query.js';
export { type UnknownParties } from './raw/unknown-parties.rows.js';
export { VerifyConfig } from './verify-config.js';
export { type VerifyResult, verify, type VerifyOptions } from './verify.session.js';
