import { fault, IsListOfTexts, IsResourceId, Required } from '@halyard/http';
import { IsOptional, Matches } from 'class-validator';
import { SOURCE_NAME } from '../../funding-source/source-name.js';

const ANSWERS_MAX = 8;
const ANSWER_LENGTH_MAX = 256;

/** Body of POST /linking/sessions. */
export class OpenSessionDto {
  /** Of the page that holds the hosted one in a frame. */
  @IsOptional()
  @Matches(/^[\x21-\x7e]{1,300}$/)
  readonly parentOrigin?: string;
}

/** Body of POST /linking/answers: what somebody has typed, in the order of the fields. */
export class AnswersDto {
  @IsListOfTexts(ANSWERS_MAX, ANSWER_LENGTH_MAX)
  readonly answers!: readonly string[];
}

/** Body of POST /linking/logins. */
export class LoginDto extends AnswersDto {
  /** Its id. */
  @IsResourceId(fault('Invalid'))
  readonly institution!: string;
}

/** Body of POST /linking/selections. */
export class SelectionDto {
  /** The id of one that was offered. */
  @Required()
  @Matches(/^[\w-]{1,64}$/, fault('Invalid'))
  readonly account!: string;

  /** What it is called from now on; what the institution calls it unless given. */
  @IsOptional()
  @Matches(SOURCE_NAME)
  readonly name?: string;
}
