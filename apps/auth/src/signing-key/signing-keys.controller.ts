import { Controller, Get } from '@nestjs/common';
import type { RawDocument } from '@halyard/contracts';
import { serviceRoutes } from '@halyard/contracts';
import { BetweenServices } from '@halyard/http';
import { SigningKeys } from './signing-keys.js';

/** The JSON Web Key Set (RFC 7517) by which gateways verify tokens. */
@Controller(serviceRoutes.getSigningKeys.path)
export class SigningKeysController {
  constructor(private readonly keys: SigningKeys) {}

  @Get()
  @BetweenServices('getSigningKeys')
  async getSigningKeys(): Promise<RawDocument> {
    return {
      document: 'raw',
      headers: { 'content-type': 'application/jwk-set+json' },
      body: JSON.stringify(await this.keys.publicKeys()),
    };
  }
}
