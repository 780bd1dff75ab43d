export { type Difference } from './compared-rows.query.js';
export { type UnknownParties } from './raw/unknown-parties.rows.js';
export { type VerifyResult, verify, type VerifyOptions } from './verify.session.js';
