import { Problem } from '#shared/problem.ts'

/** The response for unknown, used and expired codes and codes for another purpose (security-10). */
export const codeNotValid = (): Problem => new Problem('not-found', 'code-not-valid')
