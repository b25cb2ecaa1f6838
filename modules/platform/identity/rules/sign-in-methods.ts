/** Whether an account can still be logged in to. A proven email is a sign-in method: a link can be sent there. */
export const staysOpen = (ways: {
  readonly hasPassword: boolean
  readonly hasMail: boolean
  readonly passkeys: number
  readonly externalLogins: number
}): boolean => ways.hasPassword || ways.hasMail || ways.passkeys + ways.externalLogins > 0
