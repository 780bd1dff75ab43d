// Must be refused in each of its lines: tools/test/boundaries.int.spec.ts sees to that.
export { Validate } from 'class-validator';
export { ValidateBy } from 'class-validator';
export { ValidateIf as When } from 'class-validator';
export { ValidatorConstraint } from 'class-validator';
export { registerDecorator } from 'class-validator';
export { Transform } from 'class-transformer';
