/** The media type of an answer, chosen by the request's Accept. */
export interface AnswerType {
  /** Content-Type of resources and lists. */
  readonly resource: string;
  /** Content-Type of errors: the same type with the profile that says so (reference facts, section 12). */
  readonly error: string;
  /** The `type` of links: what a GET on them is answered with. */
  readonly link: string;
}

const ERROR_PROFILE = 'http://nocarrier.co.uk/profiles/vnd.error/';
/** The word is bounded: every link of an answer says the type once more. */
const VENDOR_TYPE = /^application\/vnd\.[a-z]{1,64}\.v1\.hal\+json$/i;
const PLAIN_TYPES = new Set(['application/hal+json', 'application/json']);

/** Any word of letters: clients made for another vendor's word are served too. */
export const isVendorType = (type: string): boolean => VENDOR_TYPE.test(type);

/** The types that name no vendor. */
export const isPlainType = (type: string): boolean => PLAIN_TYPES.has(type.toLowerCase());

export const answerType = (type: string, vendorType: string): AnswerType => ({
  resource: `${type}; charset=UTF-8`,
  error: `${type}; profile="${ERROR_PROFILE}"; charset=UTF-8`,
  link: isVendorType(type) ? type : vendorType,
});
