import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { isCurrency } from '#shared/money.ts'

export { securityContract } from './security-contract.ts'

/** Control characters are in nobody's name, and PostgreSQL keeps no NUL. */
const isPlain = (value: string): boolean => !/\p{Cc}/u.test(value)
const email = z.string().trim().min(3).max(254).refine(isPlain)
/** What a person types about themselves: judged by the rules, field by field, so that each gets its own sentence. */
const typed = (max: number) => z.string().max(max).default('')
const code = z.string().regex(/^[\w-]{20,100}$/)
const redirectUrl = z.string().max(2000).optional()
/** The answer to the check that `human-check-required` asks for. */
const reCaptcha = z.string().max(2000).optional()
const somebody = z.object({ userId: z.string(), firstName: z.string(), lastName: z.string() })
z.globalRegistry.add(somebody, { id: 'AccountName', description: 'The id and the name of an account.' })

const wishes = z.object({
  language: z.enum(['en', 'ar']),
  theme: z.enum(['auto', 'light', 'dark']),
  reducedMotion: z.boolean(),
  preferredCurrency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .refine((code): boolean => isCurrency(code)),
  taxDeductible: z.boolean(),
  newsletter: z.boolean(),
  campaignUpdates: z.boolean(),
  giveAnonymously: z.boolean(),
})
const preferences = wishes.partial()
z.globalRegistry.add(preferences, { id: 'Preferences', description: 'The preferences an account has set.' })

type NullableShape = { [Name in keyof typeof wishes.shape]: z.ZodOptional<z.ZodNullable<(typeof wishes.shape)[Name]>> }

export const identityContract = {
  'POST /v4/signup': endpoint({
    access: 'anyone',
    summary: 'Opens an account and a session for it. The answer is the same whether or not somebody has that e-mail; a mail tells its owner.',
    input: z.object({ email: typed(300), password: typed(300), firstName: typed(200), lastName: typed(200), redirectUrl, reCaptcha }),
    output: somebody,
    refuses: ['human-check-required'],
  }),
  'POST /v4/email-confirmations': endpoint({
    access: 'anyone',
    summary: 'Proves an e-mail by the code mailed to it; in another browser than the one that signed up, with the password.',
    input: z.object({ code, password: z.string().max(300).optional() }),
    output: somebody,
    refuses: ['code-not-valid', 'password-needed', 'wrong-password', 'too-many-passwords'],
  }),
  'POST /v4/email-confirmations/mails': endpoint({
    access: 'signed-in',
    summary: 'Sends the mail to confirm the e-mail once more.',
    input: z.object({}),
    output: z.object({ asked: z.literal(true) }),
  }),
  'POST /v4/login/links': endpoint({
    access: 'anyone',
    summary: 'Mails a link to log in, if there is an account; the answer is the same if there is none.',
    input: z.object({ email: typed(300), redirectUrl, reCaptcha }),
    output: z.object({ asked: z.literal(true) }),
    refuses: ['human-check-required'],
  }),
  'POST /v4/login/link': endpoint({
    access: 'anyone',
    summary: 'Opens a session by the code of a mailed link, once.',
    input: z.object({ code }),
    output: somebody,
    refuses: ['code-not-valid'],
  }),
  'POST /v4/password/mails': endpoint({
    access: 'anyone',
    summary: 'Mails a link to choose a new password, if there is an account; the answer is the same if there is none.',
    input: z.object({ email: typed(300), reCaptcha }),
    output: z.object({ asked: z.literal(true) }),
    refuses: ['human-check-required'],
  }),
  'POST /v4/password': endpoint({
    access: 'signed-in',
    summary: 'Another password for the account that asks: with the old one, or shortly after logging in where there is none. Other sessions end.',
    input: z.object({ currentPassword: z.string().max(300).optional(), password: typed(300) }),
    output: somebody,
    refuses: ['wrong-password', 'too-many-passwords', 'prove-yourself'],
  }),
  'POST /v4/password/proofs': endpoint({
    access: 'signed-in',
    summary: 'Shows once more who is signed in, by the password, before something sensitive.',
    input: z.object({ password: typed(300) }),
    output: z.object({ proven: z.literal(true) }),
    refuses: ['wrong-password', 'too-many-passwords'],
  }),
  'POST /api/user/setPassword': endpoint({
    access: 'anyone',
    summary: 'Sets a password by the code of a mail, ends every session of the account and opens one here.',
    input: z.object({ code, password: typed(300) }),
    output: somebody,
    refuses: ['code-not-valid'],
  }),
  'POST /api/user/getByCode': endpoint({
    access: 'anyone',
    summary: 'Whose the code of a mail is: the e-mail, masked. A code is not used up by looking.',
    input: z.object({ code }),
    output: z.object({ email: z.string() }),
    refuses: ['code-not-valid'],
  }),
  'GET /api/user/current': endpoint({
    access: 'signed-in',
    summary: 'Who is signed in, with their roles and wishes.',
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
    summary: 'Changes the name of the account that asks.',
    // Each change is an entry of the audit.
    perMinute: 20,
    input: z.object({ firstName: typed(200), lastName: typed(200) }),
    output: z.object({ firstName: z.string(), lastName: z.string() }),
  }),
  'GET /v4/me/email': endpoint({
    access: 'signed-in',
    summary: 'The e-mail of the account that asks, and the one a link was mailed to so that it becomes its own.',
    input: z.object({}),
    output: z.object({ email: z.string(), isConfirmed: z.boolean(), asked: z.string().nullable(), mustProve: z.boolean() }),
  }),
  'POST /v4/me/email': endpoint({
    access: 'signed-in',
    summary: 'Mails a link to another address, so that the account takes it; the answer is the same if somebody has it already.',
    input: z.object({ email: typed(300) }),
    output: z.object({ asked: z.literal(true) }),
    refuses: ['prove-yourself', 'too-many-new-emails'],
  }),
  'POST /v4/me/email/proofs': endpoint({
    access: 'signed-in',
    summary: 'Takes the address that the code was mailed to; the one before is told and may take itself back for a week.',
    input: z.object({ code }),
    output: somebody,
    refuses: ['code-not-valid'],
  }),
  'GET /api/user/properties': endpoint({
    access: 'signed-in',
    summary: 'What the account keeps of its own wishes.',
    input: z.object({}),
    output: preferences,
  }),
  'POST /api/user/properties': endpoint({
    access: 'signed-in',
    summary: 'Changes the wishes that are named; null forgets one. A name that is not listed is refused.',
    input: z.strictObject(
      Object.fromEntries(Object.entries(wishes.shape).map(([name, shape]) => [name, shape.nullable().optional()])) as unknown as NullableShape,
    ),
    output: preferences,
  }),
  'POST /v4/login': endpoint({
    access: 'anyone',
    summary: 'Opens a session for an e-mail and password.',
    input: z.object({ email, password: z.string().min(1).max(200), reCaptcha }),
    output: z.object({ userId: z.string(), firstName: z.string(), lastName: z.string() }),
    refuses: ['wrong-login', 'human-check-required'],
  }),
  'POST /v4/logout': endpoint({
    access: 'anyone',
    summary: 'Ends the session of this browser.',
    input: z.object({}),
    output: z.object({ ended: z.boolean() }),
  }),
  'GET /v4/me': endpoint({
    access: 'anyone',
    summary: 'Who is asking.',
    input: z.object({}),
    output: z.object({
      kind: z.enum(['anonymous', 'guest', 'basket', 'account']),
      userId: z.string().nullable(),
      email: z.string().nullable(),
      firstName: z.string(),
      lastName: z.string(),
      roles: z.array(z.string()),
    }),
  }),
  'POST /v4/guests': endpoint({
    access: 'anyone',
    summary: 'Makes a guest of an e-mail and a name; the token opens what is given with it, for 24 hours.',
    input: z.object({ email, name: z.string().trim().min(1).max(120).refine(isPlain) }),
    output: z.object({ id: z.string(), token: z.string(), type: z.literal('guest') }),
  }),
}
