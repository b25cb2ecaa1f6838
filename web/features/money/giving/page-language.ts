/**
 * Returns the headers for requests whose response stores text for the donor, so that it is stored in the page's
 * language (contract-12).
 */
export const pageLanguage = (): { readonly 'content-language': string } => ({
  'content-language': globalThis.document?.documentElement.lang ?? '',
})
