export { SealedMetadata } from '../payment/sealed-metadata.js';
export { type Difference } from './differences.query.js';
export { type VerifyResult, verify, type VerifyOptions } from './verify.session.js';
