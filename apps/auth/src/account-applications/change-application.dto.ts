import {
  Example,
  IsListOfRedirectUrls,
  IsListOfScopes,
  IsText,
  ReadOnly,
  Required,
  RequiresAnyField,
} from '@halyard/input';
import { IsOptional } from 'class-validator';
import { shownName } from '../application/shown-name.js';
import { ApplicationFieldsDto, REDIRECT_URLS_MAX, registeredScopes } from './create-application.dto.js';

/** Body of POST /applications/{id}. Absent fields stay as they are. */
@Example({ redirectUrls: ['https://ledger.example/callback', 'https://ledger.example/return'] })
@RequiresAnyField()
export class ChangeApplicationDto extends ApplicationFieldsDto {
  @IsOptional()
  @Required()
  @IsText(shownName)
  readonly name?: string;

  @IsOptional()
  @IsListOfRedirectUrls(REDIRECT_URLS_MAX)
  readonly redirectUrls?: readonly string[];

  @IsOptional()
  @IsListOfScopes(registeredScopes)
  readonly scopes?: readonly string[];

  @ReadOnly('kind')
  readonly kind?: unknown;
}
