import { Content, Example, fault, IsListOfTexts, IsResourceId, IsText, IsToken, Required } from '@halyard/input';
import { IsOptional } from 'class-validator';
import { SOURCE_NAME } from '../../funding-source/source-name.js';

const ANSWERS_MAX = 8;
const ANSWER_LENGTH_MAX = 256;

@Example({ parentOrigin: 'https://shop.example' })
export class OpenSessionDto {
  /** Origin of the page that frames the hosted one. */
  @IsOptional()
  @IsToken({ pattern: /^[\x21-\x7e]{1,300}$/, description: 'An origin of at most 300 characters.', content: 'url' })
  readonly parentOrigin?: string;
}

/** The answers, in the order of the fields. */
@Example({ answers: ['Portland'] })
export class AnswersDto {
  @Content('secret')
  @IsListOfTexts(ANSWERS_MAX, ANSWER_LENGTH_MAX)
  readonly answers!: readonly string[];
}

@Example({ institution: '0195b3a0-0000-7000-8000-000000000001', answers: ['ada', 'a password'] })
export class LoginDto extends AnswersDto {
  @IsResourceId(fault('Invalid'))
  readonly institution!: string;
}

@Example({ account: 'account-1', name: 'Everyday' })
export class SelectionDto {
  @Required()
  @IsToken(
    { pattern: /^[\w-]{1,64}$/, description: 'The id of an offered account.', content: 'kept' },
    fault('Invalid'),
  )
  readonly account!: string;

  /** Defaults to the institution's name for the account. */
  @IsOptional()
  @Required()
  @IsText(SOURCE_NAME)
  readonly name?: string;
}
