/** Whether a path is the donation form that charities show in frames of their own websites (security-17). */
export const isEmbeddedForm = (path: string): boolean => /^\/embed\/[^/]+\/form$/.test(path)

/** Whether the query of an embedded form asks for its preview, which takes no payment and only our own pages frame. */
export const isPreview = (search: string): boolean => new URLSearchParams(search).get('preview') === '1'
