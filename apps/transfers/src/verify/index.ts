export { SealedMetadata } from '../payment/sealed-metadata.js';
export { type Difference } from './differences.query.js';
export { type Verified, verify, type VerifyOptions } from './verify.session.js';
