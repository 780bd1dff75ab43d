import { Content, Example, fault, IsListOfTexts, IsResourceId, IsText, IsToken, Required } from '@halyard/input';
import { IsOptional } from 'class-validator';
import { SOURCE_NAME } from '../../funding-source/source-name.js';

const ANSWERS_MAX = 8;
const ANSWER_LENGTH_MAX = 256;

/** Body of POST /linking/sessions. */
@Example({ parentOrigin: 'https://shop.example' })
export class OpenSessionDto {
  /** Origin of the page that frames the hosted one. */
  @IsOptional()
  @IsToken({ pattern: /^[\x21-\x7e]{1,300}$/, description: 'An origin of at most 300 characters.', content: 'url' })
  readonly parentOrigin?: string;
}

/** Body of POST /linking/answers: the answers, in the order of the fields. */
@Example({ answers: ['Portland'] })
export class AnswersDto {
  @Content('secret')
  @IsListOfTexts(ANSWERS_MAX, ANSWER_LENGTH_MAX)
  readonly answers!: readonly string[];
}

/** Body of POST /linking/logins. */
@Example({ institution: '0195b3a0-0000-7000-8000-000000000001', answers: ['ada', 'a password'] })
export class LoginDto extends AnswersDto {
  /** Id of the institution. */
  @IsResourceId(fault('Invalid'))
  readonly institution!: string;
}

/** Body of POST /linking/selections. */
@Example({ account: 'account-1', name: 'Everyday' })
export class SelectionDto {
  /** Id of one of the offered accounts. */
  @Required()
  @IsToken(
    { pattern: /^[\w-]{1,64}$/, description: 'The id of an offered account.', content: 'kept' },
    fault('Invalid'),
  )
  readonly account!: string;

  /** The name of the new bank; by default the name that the institution uses. */
  @IsOptional()
  @Required()
  @IsText(SOURCE_NAME)
  readonly name?: string;
}
