export { isKey } from './idempotency-key.js';
export { FoundPointers, escapePointer, fieldAt } from './pointers.js';
export type { DefaultedTerm, Query, QueryTerm, QueryValues, ValuesOf } from './query/declared-query.js';
export { DeclaredQuery, ReadQuery, declaredQueryOf } from './query/declared-query.js';
export type { KeysetQuery } from './query/keyset.js';
export { keyset, keysetPage } from './query/keyset.js';
export { page } from './query/terms.js';
export * as terms from './query/terms.js';
export { booleanOf } from './boolean.js';
export { IdPipe } from './id-pipe.js';
export { usualFault } from './validation/faults.js';
export type { FaultContext } from './validation/rules.js';
export {
  Ignored,
  ListOf,
  Nested,
  NotAllowed,
  Note,
  Options,
  ReadOnly,
  Refused,
  Required,
  fault,
} from './validation/rules.js';
export { OnlyWith, OnlyWithout, OptionalOrEmpty } from './validation/conditions.js';
export type { TextFormat } from './validation/texts.js';
export { RequiresAnyField, anyFieldOf, nothingGiven } from './validation/any-field.js';
export { Alternatives, Variants, variantFor } from './validation/variants.js';
export type { JsonSchema } from './validation/declared.js';
export { FormName, Label, wordsOf } from './validation/declared.js';
export { Content, ruleOfBody } from './validation/content.js';
export { DescribedBody, bodyClassOf } from './validation/described-body.js';
export { Example, exampleOf } from './validation/example.js';
export { classesOf, fieldNamesOf, schemaOf } from './validation/schema.js';
export type { FormModel, FormScope } from './validation/form-model.js';
export { formFieldsOf, formsOf } from './validation/form-model.js';
export type { WordedForm } from './validation/worded-forms.js';
export { fixedIn, wordedForms } from './validation/worded-forms.js';
export type { LinkedKind, LinkedResource } from './validation/links.js';
export { IsLinkTo, linkedResource } from './validation/links.js';
export {
  IsAccountNumber,
  IsAmountText,
  IsCorrelationId,
  IsCountry,
  IsDay,
  IsDayOrTime,
  IsDuration,
  IsEin,
  IsEmailAddress,
  isEmailAddress,
  IsFewCents,
  IsForeignCountry,
  IsFullSsn,
  IsInstant,
  IsIpAddress,
  IsListOf,
  IsListOfOrigins,
  IsListOfRedirectUrls,
  IsListOfScopes,
  IsListOfTexts,
  IsMetadata,
  IsMoment,
  IsMoney,
  IsNoPostOfficeBox,
  IsNotZero,
  IsOneOf,
  IsPhone,
  IsPostalCode,
  IsReadable,
  IsResourceId,
  IsRoutingNumber,
  IsSsn,
  IsText,
  IsToken,
  IsUsState,
  IsWebUrl,
  IsWebsite,
  IsWhole,
  IsYes,
  IsYesOrNo,
  dayIn,
  isInstant,
  momentIn,
  isRedirectUrl,
  answerParameters,
  loopbackHosts,
} from './validation/vocabulary.js';
export { BodyPipe, readWithFaults } from './validation/body-pipe.js';
export { judgeMembers, type MemberRules, type Members, unknownMembers } from './validation/unknown-members.js';
export { answeredMembers } from './validation/answered-members.js';
export type { PlainBody } from './validation/plain-body.js';
export { isJsonObject } from './validation/plain-body.js';
