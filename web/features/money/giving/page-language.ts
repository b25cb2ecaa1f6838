/**
 * Headers of a call whose answer keeps words that the donor reads on this page: they are kept in the language of the page
 * (contract-12).
 */
export const pageLanguage = (): { readonly 'content-language': string } => ({
  'content-language': globalThis.document?.documentElement.lang ?? '',
})
