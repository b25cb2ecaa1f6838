/** Returns whether a path is the donation form that charities embed in their own websites (security-17). */
export const isEmbeddedForm = (path: string): boolean => /^\/embed\/[^/]+\/form$/.test(path)

/**
 * Returns whether a query requests the preview of an embedded form, which takes no payments and only our pages embed.
 */
export const isPreview = (search: string): boolean => new URLSearchParams(search).get('preview') === '1'
