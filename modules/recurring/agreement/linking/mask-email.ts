/** A mailbox as whoever holds its link sees it: `a•••@example.org`. */
export const maskEmail = (email: string): string => email.replace(/^(.)[^@]*/u, '$1•••')
