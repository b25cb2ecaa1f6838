import { isEmbeddedForm } from '#shared/pages/embedded-form.ts'

/**
 * Whether this page is the form for frames of other websites (security-17): it reads and sets no cookie and remembers
 * nothing beyond its tab. False on the server, which forgets each request anyway.
 */
export const isEmbedded = (): boolean => typeof location !== 'undefined' && isEmbeddedForm(location.pathname)
