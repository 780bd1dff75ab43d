/** The format of forms: `_forms` of the vendor's profile, or `_templates` of the registered media type. */
export type FormsDialect = 'profile' | 'templates';

export interface AnswerType {
  readonly resource: string;
  /** Content-Type of errors: the same type with the error profile (reference facts, section 12). */
  readonly error: string;
  /** The `type` of links: that of the answer to a GET. */
  readonly link: string;
  /** The `type` of links to forms: the type to ask for. */
  readonly formLink: string;
  /** Absent if the client asked for no forms. */
  readonly forms?: FormsDialect;
}

const ERROR_PROFILE = 'http://nocarrier.co.uk/profiles/vnd.error/';
/** The word is bounded: every link of an answer repeats the type. */
const VENDOR_TYPE = /^application\/vnd\.([a-z]{1,64})\.v1\.hal\+json$/i;
const PLAIN_TYPES = new Set(['application/hal+json', 'application/json']);
/** HAL-FORMS, registered with IANA. */
const TEMPLATES_TYPE = 'application/prs.hal-forms+json';
/** Bounded, and of characters that need no quoting, since it is part of answers. */
const FORMS_PROFILE = /^https?:\/\/[a-z0-9.:/_~-]{1,200}\/hal-forms$/i;

/** Any word of letters: clients made for another vendor are served too. */
export const isVendorType = (type: string): boolean => VENDOR_TYPE.test(type);

export const isPlainType = (type: string): boolean => PLAIN_TYPES.has(type.toLowerCase());

export const isTemplatesType = (type: string): boolean => type.toLowerCase() === TEMPLATES_TYPE;

/** Any profile of forms: they are one draft at several addresses (reference facts, section 15). */
export const isFormsProfile = (profile: string): boolean => FORMS_PROFILE.test(profile);

/** The profile that links name if the client has named none. */
const ownProfile = (vendorType: string): string => `https://github.com/${VENDOR_TYPE.exec(vendorType)?.[1]}/hal-forms`;

export function answerType(type: string, vendorType: string, profile?: string): AnswerType {
  const isTemplates = isTemplatesType(type);
  const plain = isTemplates ? vendorType : type;
  const link = isVendorType(plain) ? plain : vendorType;
  const formLink = isTemplates ? TEMPLATES_TYPE : `${link}; profile="${profile ?? ownProfile(vendorType)}"`;
  const isProfile = !isTemplates && profile !== undefined;
  const forms = isTemplates ? 'templates' : 'profile';
  return {
    resource: `${isProfile ? `${type}; profile="${profile}"` : type}; charset=UTF-8`,
    error: `${plain}; profile="${ERROR_PROFILE}"; charset=UTF-8`,
    link,
    formLink,
    ...((isTemplates || isProfile) && { forms }),
  };
}
