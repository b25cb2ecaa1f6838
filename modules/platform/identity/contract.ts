import { z } from 'zod'
import { locales } from '#shared/texts/locales.ts'
import { endpoint } from '#shared/endpoint.ts'
import { isCurrency } from '#shared/money.ts'

export { apiKeyDraft, apiKeyRotation, apiKeyView, apiKeysContract, createdApiKey } from './api-keys/contract.ts'
export { securityContract } from './security-contract.ts'
export { twoFactorContract } from './two-factor/contract.ts'

/** Names contain no control characters, and PostgreSQL can't store NUL. */
const isPlain = (value: string): boolean => !/\p{Cc}/u.test(value)
const email = z.string().trim().min(3).max(254).refine(isPlain)
/** Text that people type about themselves; the rules check each field, so that each gets its own message. */
const typed = (max: number) => z.string().max(max).default('')
const code = z.string().regex(/^[\w-]{20,100}$/)
const redirectUrl = z.string().max(2000).optional()
/** The solved proof of work that `human-check-required` demands. */
const reCaptcha = z.string().max(2000).optional()
const accountName = z.object({ userId: z.string(), firstName: z.string(), lastName: z.string() })
z.globalRegistry.add(accountName, { id: 'AccountName', description: 'The id and the name of an account.' })

const allPreferences = z.object({
  language: z.enum(locales),
  theme: z.enum(['auto', 'light', 'dark']),
  reducedMotion: z.boolean(),
  preferredCurrency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .refine(isCurrency),
  taxDeductible: z.boolean(),
  newsletter: z.boolean(),
  campaignUpdates: z.boolean(),
  zakatReminders: z.boolean(),
  deedsMails: z.boolean(),
  firstDonationMails: z.boolean(),
  weeklySummaryMails: z.boolean(),
  largeDonationMails: z.boolean(),
  refundMails: z.boolean(),
  disputeMails: z.boolean(),
  lostPlanMails: z.boolean(),
  fundraiserMails: z.boolean(),
  giveAnonymously: z.boolean(),
})
const preferences = allPreferences.partial()
z.globalRegistry.add(preferences, { id: 'Preferences', description: 'The saved preferences of an account.' })

type NullableShape = {
  [Name in keyof typeof allPreferences.shape]: z.ZodOptional<z.ZodNullable<(typeof allPreferences.shape)[Name]>>
}

export const identityContract = {
  'POST /v4/signup': endpoint({
    access: 'anyone',
    summary: 'Sign up',
    description:
      'Creates an account and opens a session for it. If the address is taken, the response is the same and its owner gets a mail. Anyone may call it.',
    input: z.object({
      email: typed(300),
      password: typed(300),
      firstName: typed(200),
      lastName: typed(200),
      redirectUrl,
      reCaptcha,
    }),
    output: accountName,
    refuses: ['human-check-required'],
  }),
  'POST /v4/email-confirmations': endpoint({
    access: 'anyone',
    summary: 'Confirm an email address',
    description:
      'Confirms an email address. Requires the code of the mail, and the password in a browser that didn’t sign up.',
    input: z.object({ code, password: z.string().max(300).optional() }),
    output: accountName,
    refuses: ['code-not-valid', 'password-needed', 'wrong-password', 'too-many-passwords'],
  }),
  'POST /v4/email-confirmations/mails': endpoint({
    access: 'signed-in',
    summary: 'Resend the confirmation mail',
    description:
      'Mails the confirmation link again to the signed-in account; once confirmed, its page returns to `redirectUrl`.',
    input: z.object({ redirectUrl }),
    output: z.object({ isRequested: z.literal(true) }),
  }),
  'POST /v4/login/links': endpoint({
    access: 'anyone',
    summary: 'Mail a login link',
    description:
      'Mails a login link if an account has this address; the response is the same for every address. Anyone may call it.',
    input: z.object({ email: typed(300), redirectUrl, reCaptcha }),
    output: z.object({ isRequested: z.literal(true) }),
    refuses: ['human-check-required'],
  }),
  'POST /v4/login/link': endpoint({
    access: 'anyone',
    summary: 'Log in with a link',
    description: 'Opens a session with the code of a login link, once. Requires the code.',
    input: z.object({ code }),
    output: accountName,
    refuses: ['code-not-valid'],
  }),
  'POST /v4/password/mails': endpoint({
    access: 'anyone',
    summary: 'Mail a password link',
    description:
      'Mails a link for choosing a new password if an account has this address; the response is the same for every address. Anyone may call it.',
    input: z.object({ email: typed(300), reCaptcha }),
    output: z.object({ isRequested: z.literal(true) }),
    refuses: ['human-check-required'],
  }),
  'POST /v4/password': endpoint({
    access: 'signed-in',
    summary: 'Change the password',
    description:
      'Changes the password of the signed-in account and ends its other sessions. Requires the old password or, without one, a recent login.',
    input: z.object({ currentPassword: z.string().max(300).optional(), password: typed(300) }),
    output: accountName,
    refuses: ['wrong-password', 'too-many-passwords', 'reauthentication-required'],
  }),
  'POST /v4/password/proofs': endpoint({
    access: 'signed-in',
    summary: 'Prove the identity again',
    description:
      'Checks the password of the signed-in account before a sensitive action, and a code if the account uses an authenticator app.',
    input: z.object({ password: typed(300), code: typed(40) }),
    output: z.object({ proven: z.literal(true) }),
    refuses: ['wrong-password', 'too-many-passwords', 'wrong-code', 'too-many-codes'],
  }),
  'POST /api/user/setPassword': endpoint({
    access: 'anyone',
    summary: 'Set a password with a code',
    description:
      'Sets a password, ends all sessions of the account and opens a new one. Requires the code of the mail.',
    input: z.object({ code, password: typed(300) }),
    output: accountName,
    refuses: ['code-not-valid'],
  }),
  'POST /api/user/getByCode': endpoint({
    access: 'anyone',
    summary: 'Get the email address of a code',
    description: 'Returns the masked email address of a mailed code without using the code. Requires the code.',
    input: z.object({ code }),
    output: z.object({ email: z.string() }),
    refuses: ['code-not-valid'],
  }),
  'GET /api/user/current': endpoint({
    access: 'signed-in',
    summary: 'Get the current user',
    description: 'Returns the signed-in account with its roles and preferences.',
    input: z.object({}),
    output: z.object({
      'user-id': z.string(),
      'first-name': z.string(),
      'last-name': z.string(),
      email: z.string(),
      emailConfirmed: z.boolean(),
      hasPassword: z.boolean(),
      roles: z.array(z.string()),
      preferences,
    }),
  }),
  'POST /v4/me/name': endpoint({
    access: 'signed-in',
    summary: 'Change the name',
    description: 'Changes the name of the signed-in account.',
    // Each change writes an audit entry.
    perMinute: 20,
    input: z.object({ firstName: typed(200), lastName: typed(200) }),
    output: z.object({ firstName: z.string(), lastName: z.string() }),
  }),
  'GET /v4/me/email': endpoint({
    access: 'signed-in',
    summary: 'Get the email address',
    description: 'Returns the email address of the signed-in account, and the new address that awaits confirmation.',
    input: z.object({}),
    output: z.object({
      email: z.string(),
      isConfirmed: z.boolean(),
      requestedEmail: z.string().nullable(),
      mustReauthenticate: z.boolean(),
    }),
  }),
  'POST /v4/me/email': endpoint({
    access: 'signed-in',
    summary: 'Change the email address',
    description:
      'Mails a confirmation link to the new address of the signed-in account; the response is the same if the address is taken. Requires a recent proof of identity.',
    input: z.object({ email: typed(300) }),
    output: z.object({ isRequested: z.literal(true) }),
    refuses: ['reauthentication-required', 'too-many-new-emails'],
  }),
  'POST /v4/me/email/proofs': endpoint({
    access: 'signed-in',
    summary: 'Confirm the new email address',
    description:
      'Makes the new address the email address of the account and mails the old one, which can undo the change for a week. Requires the code of the mail.',
    input: z.object({ code }),
    output: accountName,
    refuses: ['code-not-valid'],
  }),
  'GET /api/user/properties': endpoint({
    access: 'signed-in',
    summary: 'Get preferences',
    description: 'Returns the saved preferences of the signed-in account.',
    input: z.object({}),
    output: preferences,
  }),
  'POST /api/user/properties': endpoint({
    access: 'signed-in',
    summary: 'Change preferences',
    description:
      'Changes the given preferences of the signed-in account; null deletes one, and unknown names are refused.',
    input: z.strictObject(
      Object.fromEntries(
        Object.entries(allPreferences.shape).map(([name, shape]) => [name, shape.nullable().optional()]),
      ) as unknown as NullableShape,
    ),
    output: preferences,
  }),
  'POST /v4/login': endpoint({
    access: 'anyone',
    summary: 'Log in',
    description: 'Opens a session with an email address and a password. Anyone may call it.',
    input: z.object({ email, password: z.string().min(1).max(200), reCaptcha }),
    output: z.object({ userId: z.string(), firstName: z.string(), lastName: z.string() }),
    refuses: ['wrong-login', 'human-check-required'],
  }),
  'POST /v4/logout': endpoint({
    access: 'anyone',
    summary: 'Log out',
    description: 'Ends the session of this browser. Anyone may call it.',
    input: z.object({}),
    output: z.object({ ended: z.boolean() }),
  }),
  'GET /v4/me': endpoint({
    access: 'anyone',
    summary: 'Get the caller',
    description:
      'Returns whether the caller is anonymous, a guest, a guest basket or an account, with its name and roles. Anyone may call it.',
    input: z.object({}),
    output: z.object({
      kind: z.enum(['anonymous', 'guest', 'basket', 'first-factor', 'account']),
      userId: z.string().nullable(),
      email: z.string().nullable(),
      firstName: z.string(),
      lastName: z.string(),
      roles: z.array(z.string()),
    }),
  }),
  'POST /v4/guests': endpoint({
    access: 'anyone',
    summary: 'Create a guest',
    description:
      'Creates a guest with an email address and a name, and returns a token for their donations, valid for 24 hours. Anyone may call it.',
    input: z.object({ email, name: z.string().trim().min(1).max(120).refine(isPlain) }),
    output: z.object({ id: z.string(), token: z.string(), type: z.literal('guest') }),
  }),
  'GET /v4/guests/me': endpoint({
    access: 'anyone',
    summary: 'Get the calling guest',
    description:
      'Returns the email address and name of the guest whose token the caller sends, to fill in their next donation; null without a valid one. Anyone may call it.',
    input: z.object({}),
    output: z.object({ guest: z.object({ email: z.string(), name: z.string() }).nullable() }),
  }),
  'POST /v4/guests/me/end': endpoint({
    access: 'anyone',
    summary: 'End a guest’s token',
    description:
      'Ends the guest’s token that the caller sends and deletes the email address and name stored with it; donations don’t change. Anyone may call it.',
    input: z.object({}),
    output: z.object({ ended: z.boolean() }),
  }),
}
