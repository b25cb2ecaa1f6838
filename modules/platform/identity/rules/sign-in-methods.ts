/** Whether an account can still be logged in to. A proven e-mail is a way in: a link can be sent there. */
export const staysOpen = (ways: {
  readonly hasPassword: boolean
  readonly hasMail: boolean
  readonly passkeys: number
  readonly externalLogins: number
}): boolean => ways.hasPassword || ways.hasMail || ways.passkeys + ways.externalLogins > 0
