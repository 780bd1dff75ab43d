import { applicationScopes, permissions, type Permissions, type Scope } from '@halyard/contracts';
import {
  Example,
  fault,
  IsListOfOrigins,
  IsListOfRedirectUrls,
  IsListOfScopes,
  IsText,
  IsYesOrNo,
  Required,
  Variants,
} from '@halyard/input';
import { ArrayMinSize, IsIn, IsOptional } from 'class-validator';
import { ORIGINS_MAX } from '../application/origins.js';
import { shownName } from '../application/shown-name.js';

export const REDIRECT_URLS_MAX = 20;

/** Scopes that an application may be registered with. `profile` and `email` allow no more here than `openid` does. */
export const registeredScopes = [...applicationScopes, 'profile', 'email'];

/** Optional fields of every kind of application, in requests that create or change it. */
export class ApplicationFieldsDto {
  @IsOptional()
  @IsListOfRedirectUrls(REDIRECT_URLS_MAX)
  readonly postLogoutRedirectUrls?: readonly string[];

  /** Origins of the pages that may link banks. */
  @IsOptional()
  @IsListOfOrigins(ORIGINS_MAX)
  readonly origins?: readonly string[];

  /** Read-only by default. */
  @IsOptional()
  @IsIn(permissions)
  readonly permissions?: Permissions;

  /** Compares redirect URLs as text, and requires PKCE. */
  @IsOptional()
  @IsYesOrNo()
  readonly strictRedirects?: unknown;

  @IsOptional()
  @IsYesOrNo()
  readonly requirePkce?: unknown;
}

class NewApplicationFieldsDto extends ApplicationFieldsDto {
  @Required()
  @IsText(shownName)
  readonly name!: string;

  @ArrayMinSize(1, fault('Required'))
  @IsListOfScopes(registeredScopes)
  readonly scopes!: readonly string[];
}

@Example({ name: 'Nightly Reports', kind: 'server', scopes: ['transactions'], permissions: 'read' })
class NewServerDto extends NewApplicationFieldsDto {
  @IsIn(['server'])
  readonly kind!: 'server';

  @IsOptional()
  @IsListOfRedirectUrls(REDIRECT_URLS_MAX)
  readonly redirectUrls?: readonly string[];
}

@Example({
  name: 'Ledger Sync',
  kind: 'integration',
  redirectUrls: ['https://ledger.example/callback'],
  scopes: ['transactions'],
})
class NewIntegrationDto extends NewApplicationFieldsDto {
  @IsIn(['integration'])
  readonly kind!: 'integration';

  @ArrayMinSize(1, fault('Required'))
  @IsListOfRedirectUrls(REDIRECT_URLS_MAX)
  readonly redirectUrls!: readonly string[];
}

@Variants('kind', { integration: NewIntegrationDto }, NewServerDto)
export class CreateApplicationDto {}

export type NewApplication = NewServerDto | NewIntegrationDto;

export function scopesIn(given: readonly string[]): Scope[] {
  const asked = new Set(given.map((scope) => scope.toLowerCase()));
  return applicationScopes.filter((scope) => asked.has(scope));
}
