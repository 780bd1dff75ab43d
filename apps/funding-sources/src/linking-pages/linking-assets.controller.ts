import { Readable } from 'node:stream';
import { Controller, Param } from '@nestjs/common';
import { linkingRoutes } from '@halyard/contracts/linking';
import { DomainError } from '@halyard/core';
import { Bytes, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { FundingSourcesConfig } from '../config.js';
import { type Asset, LinkingAssets } from './linking-assets.js';

const FOR_EVER = 'public, max-age=31536000, immutable';
const FIVE_MINUTES = 'public, max-age=300';

const bytesOf = ({ mediaType, bytes }: Asset, cacheControl: string): Bytes =>
  new Bytes(Readable.from([bytes]), {
    'content-type': `${mediaType}; charset=utf-8`,
    'content-length': String(bytes.length),
    'cache-control': cacheControl,
  });

@Controller()
export class LinkingAssetsController {
  constructor(
    private readonly assets: LinkingAssets,
    private readonly config: FundingSourcesConfig,
  ) {}

  /**
   * While two versions run, a page may ask for a file of the other version. It gets the current file, which must not be
   * cached.
   */
  @Serves(linkingRoutes.getLinkingAsset)
  asset(@Param('id', IdPipe) version: string, @Param('file') name: string): Bytes {
    const asset = this.assets.get(name);
    if (!asset) throw new DomainError('NotFound');
    return bytesOf(asset, version === this.assets.version ? FOR_EVER : 'no-store');
  }

  /** The script and its global have this installation's vendor word as name (reference facts, section 16). */
  @Serves(linkingRoutes.getClientScript)
  clientScript(@Param('file') script: string): Bytes {
    const { vendorWord } = this.config;
    if (![`${vendorWord}.js`, `${vendorWord}.min.js`].includes(script)) throw new DomainError('NotFound');
    return bytesOf(this.assets.clientScript, FIVE_MINUTES);
  }
}
