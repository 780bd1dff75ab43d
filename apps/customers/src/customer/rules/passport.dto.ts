import { IsCountry, IsReadable, Required } from '@halyard/input';

const NUMBER_LENGTH_MAX = 255;

/** The passport of a person without a social security number. */
export class PassportDto {
  @Required()
  @IsReadable(NUMBER_LENGTH_MAX)
  readonly number!: string;

  @Required()
  @IsCountry()
  readonly country!: string;
}
