/**
 * Whether an account still has a sign-in method. A confirmed email is one, because a login link can be mailed to it.
 */
export const hasSignInMethod = (methods: {
  readonly hasPassword: boolean
  readonly hasMail: boolean
  readonly passkeys: number
  readonly externalLogins: number
}): boolean => methods.hasPassword || methods.hasMail || methods.passkeys + methods.externalLogins > 0
