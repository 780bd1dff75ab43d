// Rules of bodies are declared: a mere function can be run, but neither documented nor shown in a form.
const DECLARED = 'Rules are declared: by class-validator, or by a word of libs/input/src/validation.';

const closures = ['Validate', 'ValidateBy', 'ValidateIf', 'ValidatorConstraint', 'registerDecorator'];

export const declaredRules = {
  files: ['{apps,libs}/**/*.ts'],
  // Settings of a program are not a request body.
  ignores: ['libs/input/src/validation/**', 'libs/config/src/settings.ts'],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        paths: [
          { name: 'class-validator', importNames: closures, message: DECLARED },
          { name: 'class-transformer', importNames: ['Transform'], message: DECLARED },
        ],
      },
    ],
  },
};
