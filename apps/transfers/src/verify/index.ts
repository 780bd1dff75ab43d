export { SealedMetadata } from '../payment/sealed-metadata.js';
export { type Difference } from './differences.js';
export { type Verified, verify, type VerifyOptions } from './verify.js';
