import { Controller } from '@nestjs/common';
import { type RawAnswer, serviceRoutes } from '@halyard/contracts';
import { Serves } from '@halyard/http';
import { SIGNING_ALGORITHM, SigningKeys } from './signing-keys.js';

/** The JSON Web Key Set (RFC 7517) by which gateways verify tokens. */
@Controller()
export class SigningKeysController {
  constructor(private readonly keys: SigningKeys) {}

  @Serves(serviceRoutes.getSigningKeys)
  async getSigningKeys(): Promise<RawAnswer> {
    return {
      type: 'raw',
      headers: { 'content-type': 'application/jwk-set+json' },
      body: JSON.stringify(await this.keys.publicKeys(SIGNING_ALGORITHM)),
    };
  }
}
