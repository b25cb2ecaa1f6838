/** Whether a path is the donation form that charities show in frames of their own websites (security-17). */
export const isEmbeddedForm = (path: string): boolean => /^\/embed\/[^/]+\/form$/.test(path)
