/** Masks an email address for the holder of a link: `a•••@example.org`. */
export const maskEmail = (email: string): string => email.replace(/^(.)[^@]*/u, '$1•••')
