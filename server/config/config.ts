/**
 * The environment, read once at start: every wrong variable is named at once, and a production start refuses what is
 * only fit for a demo.
 */
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import { z } from 'zod'
import { parseReviewLimits } from '#modules/organizers/organizing/rules/review.ts'
import { wrongFlag } from '#modules/platform/flags/rules/values.ts'
import { parseFeeSchedules } from '#modules/money/giving/rules/fee-schedules.ts'
import { parseTipPolicies } from '#modules/money/giving/rules/tip-policies.ts'
import { readReviewAbove } from '#modules/money/refunds/rules/review.ts'
import { parseChargeTimes } from '#modules/recurring/plans/rules/schedule.ts'
import { countryCodes } from '#modules/platform/addresses/rules/countries.ts'
import { isFailpoints } from '#server/ops/failpoints.ts'
import { defaultDataDirectory } from '#server/database/pg-binaries.ts'
import { saidOfError } from '#server/ops/said-of-error.ts'

export const projectDir = path.join(import.meta.dirname, '../..')

/** What keeps an address from being read most often; behind a # a file of variables even ends. */
const asTyped = ' (in a user or password write @ as %40, : as %3A, / as %2F, # as %23)'
/**
 * A number as it is typed. What was given stands in the answer, because a blank or a letter too many is easier seen
 * than guessed.
 */
const whole = (least: number, most = Infinity) =>
  z
    .string()
    .refine(
      (text) => /\S/.test(text) && Number.isSafeInteger(Number(text)) && Number(text) >= least && Number(text) <= most,
      {
        error: ({ input }) =>
          `must be a whole number ${most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`}, and is ${JSON.stringify(input)}`,
      },
    )
    .transform(Number)
const port = whole(0, 65_535)
const yesOrNo = z.enum(['yes', 'no'], { error: 'must be yes or no' }).transform((word) => word === 'yes')
const webUrl = z
  .url({ protocol: /^https?$/, error: 'must be a web address such as https://give.example.org' })
  .transform((url) => url.replace(/\/+$/, ''))
/** Where pages and calls lie, which is the root: nothing of it is served below a path. */
const ownAddress = webUrl.refine(
  (url) => /^https?:\/\/[^/?#@]+$/i.test(url),
  'must be the address of a host and nothing behind it, such as https://give.example.org',
)
/** Also the address of its discovery document. */
const issuer = z
  .url({ protocol: /^https?$/, error: 'must be a web address such as https://accounts.example.org' })
  .transform((url) => url.replace(/\/\.well-known\/openid-configuration$/, ''))
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const isCountry = (code: string) => /^[A-Z]{2}$/.test(code) && code !== 'ZZ' && regions.of(code) !== undefined
const country = z.string().refine(isCountry, 'must be a two-letter country code such as GB')
/** `no`, a number of hops, or what Fastify takes: addresses, networks and its own names for some. */
const isTrustable = (text: string) =>
  /^(no|\d{1,3})$/.test(text) ||
  text.split(',').every((each) => {
    const [address = '', mask, ...more] = each.trim().split('/')
    if (mask === undefined) return isIP(address) > 0 || ['loopback', 'linklocal', 'uniquelocal'].includes(address)
    const isMask = /^\d{1,3}$/.test(mask)
      ? Number(mask) > 0 && Number(mask) <= (isIP(address) === 4 ? 32 : 128)
      : isIP(address) === 4 && isIP(mask) === 4
    return isIP(address) > 0 && isMask && more.length === 0
  })
/** What one of our rules reads; undefined is not usable. */
const listed = <Value>(read: (text: string) => Value | undefined, message: string) =>
  z.string().transform((text, context) => {
    const value = read(text)
    if (value === undefined) context.addIssue({ code: 'custom', message })
    return value ?? z.NEVER
  })
/** A certificate or key: its PEM text (also with `\n` written out), or the path of the file that holds it. */
const pem = z.string().transform((text, context) => {
  if (text.includes('-----BEGIN')) return text.replaceAll('\\n', '\n')
  try {
    return fs.readFileSync(text, 'utf8')
  } catch {
    context.addIssue({ code: 'custom', message: 'must be PEM text or the path of a readable file' })
    return z.NEVER
  }
})

const variables = z.object({
  ENV_FILE: z.string().optional(),
  MODE: z.enum(['demo', 'production'], { error: 'must be demo or production' }).default('demo'),
  ROLE: z.enum(['web', 'worker', 'all'], { error: 'must be web, worker or all' }).default('all'),
  HOST: z.string().default('localhost'),
  PORT: port.default(3000),
  BASE_URL: ownAddress.optional(),
  PRODUCT_NAME: z.string().max(40).default('Sunbul'),
  DATA_DIR: z.string().optional(),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: `must be an address such as postgres://user:password@host:5432/sunbul${asTyped}`,
    })
    .optional(),
  DATABASE_POOL_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: `must be an address such as postgres://user:password@pooler:6432/sunbul${asTyped}`,
    })
    .optional(),
  DATABASE_POOL: whole(2, 500).default(16),
  MIGRATE_ON_START: yesOrNo.default(true),
  SESSION_SECRET: z.string().min(32, 'must be at least 32 characters of randomness').optional(),
  FIELD_KEY: z
    .base64({ error: 'must be base64' })
    .transform((text) => Buffer.from(text, 'base64'))
    .refine((key) => key.length === 32, 'must be 32 bytes in base64 (openssl rand -base64 32)')
    .optional(),
  TRUST_PROXY: z
    .string()
    .refine(isTrustable, 'must say whom to trust: no, a number of hops, or addresses such as 10.0.0.0/8')
    .default('no'),
  COUNTRY_HEADER: z
    .string()
    .toLowerCase()
    .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'must be the name of a header such as cf-ipcountry')
    .optional(),
  GEOLOCATION: yesOrNo.default(true),
  DEFAULT_COUNTRY: country.optional(),
  RATE_LIMIT_PER_MINUTE: whole(1).default(6000),
  ECB_RATES_URL: webUrl.optional(),
  TIP_POLICY: listed(parseTipPolicies, 'must be a list such as "GB=zero, *=ask" of preselected, ask and zero').prefault(
    '',
  ),
  FEES: listed(
    parseFeeSchedules,
    'must be a list such as "card GBP 1.4% + 0.20, card * 2.5%, ach USD 0.5%" that says nothing twice',
  ).prefault(''),
  CHARGE_TIMES: listed(
    parseChargeTimes,
    'must be a list such as "day 09:00, night 22:30", by day from 05:00 to 14:59 and by night from 18:00 on',
  ).prefault(''),
  REFUND_REVIEW_ABOVE: listed(
    readReviewAbove,
    'must be a list such as "GBP 500, USD 500" of currencies and amounts',
  ).optional(),
  OFFLINE_REVIEW_ABOVE: listed(
    parseReviewLimits,
    'must be an amount, and those of single currencies after it, such as "500, JPY=75000"',
  ).prefault('500'),
  VERIFICATION_MONTHS: whole(1, 120).default(12),
  PAYMENTS: z.enum(['sandbox', 'stripe'], { error: 'must be sandbox or stripe' }).optional(),
  ALLOW_SANDBOX_PAYMENTS: yesOrNo.default(false),
  SANDBOX_PORT: port.optional(),
  SANDBOX_URL: webUrl.optional(),
  SANDBOX_SECRET_KEY: z.string().optional(),
  SANDBOX_PUBLISHABLE_KEY: z.string().optional(),
  SANDBOX_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_/, 'must begin with sk_ or rk_')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().regex(/^pk_/, 'must begin with pk_').optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_/, 'must begin with whsec_')
    .optional(),
  APPLE_PAY_MERCHANT_ID: z.string().optional(),
  APPLE_PAY_CERTIFICATE: pem.optional(),
  APPLE_PAY_KEY: pem.optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: `must be an address such as smtps://user:password@mail.example.org${asTyped}` })
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*[^\s@<]+@[^\s@>]+>?$/, 'must be an address such as "Sunbul <giving@example.org>"')
    .optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_ENDPOINT: ownAddress.optional(),
  S3_REGION: z.string().max(60).default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PATH_STYLE: yesOrNo.default(false),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: issuer.default('https://accounts.google.com'),
  FACEBOOK_APP_ID: z
    .string()
    .regex(/^\d{1,40}$/, 'must be the number of the app')
    .optional(),
  FACEBOOK_APP_SECRET: z.string().optional(),
  FACEBOOK_GRAPH_VERSION: z
    .string()
    .regex(/^v(1[4-9]|[2-9]\d|\d{3})\.\d$/, 'must be v14.0 or later')
    .default('v23.0'),
  FACEBOOK_DIALOG_URL: webUrl.default('https://www.facebook.com'),
  FACEBOOK_GRAPH_URL: webUrl.default('https://graph.facebook.com'),
  OPENID_ISSUER: issuer.optional(),
  OPENID_CLIENT_ID: z.string().optional(),
  OPENID_CLIENT_SECRET: z.string().optional(),
  OPENID_NAME: z.string().max(40).default('OpenID'),
  GOOGLE_PLACES_KEY: z.string().optional(),
  GOOGLE_PLACES_URL: webUrl.default('https://places.googleapis.com'),
  PERMITTED_COUNTRIES: z
    .string()
    .transform((text) => text.split(',').map((code) => code.trim()))
    .pipe(z.array(z.enum(countryCodes as [string, ...string[]], { error: 'must be country codes such as GB,US,CA' })))
    .optional(),
  /**
   * A JSON array of cards that replace what is said of fundraisers with the same id; what cannot be understood is
   * ignored (S1 §8).
   */
  CARD_OVERRIDES: z.string().default(''),
  /** Without it `info` as JSON and `warn` as text: a person at a terminal reads no line per request. */
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], { error: 'must be debug, info, warn, error or silent' })
    .optional(),
  LOG_FORMAT: z
    .enum(['json', 'text'], { error: 'must be json or text' })
    .default(process.stdout.isTTY ? 'text' : 'json'),
  METRICS_PORT: port.optional(),
  FAILPOINTS: z.string().refine(isFailpoints, 'must be a list of places such as after_provider:kill').default(''),
  /** Whether a web process serves pages besides the API. */
  PAGES: yesOrNo.default(true),
  /** Gifts on a schedule that one worker asks the provider to charge in a second, at most (trust.md R28). */
  CHARGES_PER_SECOND: whole(1, 10_000).default(500),
  /** How long the provider may take to answer. */
  PAYMENT_TIMEOUT_MS: whole(100, 60_000).default(10_000),
  /**
   * How long one query of a web request may take. A request may wait for the query before its own (`Ports.together`),
   * so it ends within twice this time.
   */
  QUERY_TIMEOUT_MS: whole(100, 60_000).default(4500),
  /**
   * How long one statement that records the outcome of a payment may take; then the donor is told that it is being
   * confirmed.
   */
  RECORD_TIMEOUT_MS: whole(100, 60_000).default(10_000),
})

/** Secrets a demo makes for itself, so that nothing has to be configured; production must bring its own. */
export type DemoSecrets = {
  readonly sessionSecret: string
  readonly fieldKey: string
  readonly sandboxSecretKey: string
  readonly sandboxPublishableKey: string
  readonly sandboxWebhookSecret: string
}

type Parsed = z.output<typeof variables>

/** The configuration under the names of its variables, with everything filled in that has a default. */
export type Config = Omit<
  Parsed,
  | 'BASE_URL'
  | 'DATA_DIR'
  | 'PAYMENTS'
  | 'SESSION_SECRET'
  | 'FIELD_KEY'
  | 'MAIL_FROM'
  | 'LOG_LEVEL'
  | 'SANDBOX_PORT'
  | `SANDBOX_${'SECRET_KEY' | 'PUBLISHABLE_KEY' | 'WEBHOOK_SECRET'}`
> & {
  /** Public origin, without a trailing slash. */
  readonly BASE_URL: string
  readonly DATA_DIR: string
  readonly PAYMENTS: 'sandbox' | 'stripe'
  readonly SESSION_SECRET: string
  readonly FIELD_KEY: Buffer
  readonly MAIL_FROM: string
  readonly LOG_LEVEL: NonNullable<Parsed['LOG_LEVEL']>
  readonly SANDBOX_PORT: number
  readonly SANDBOX_SECRET_KEY: string
  readonly SANDBOX_PUBLISHABLE_KEY: string
  readonly SANDBOX_WEBHOOK_SECRET: string
  /** `FLAG_ZAKAT_VARIANT=default` is `{ 'zakat-variant': 'default' }` (decisions.md 52). */
  readonly flagOverrides: Readonly<Record<string, string>>
}

/** Every wrong variable, one line each: what is wrong and what to write instead. */
export class ConfigurationError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(
      `The configuration is not usable:\n${problems.map((problem) => `  ${problem}`).join('\n')}\nSee .env.example for every variable.`,
    )
    this.name = 'ConfigurationError'
    this.problems = problems
  }
}

/** `secretsOf` is asked only for what the environment leaves out, with the data folder that keeps it. */
export function parseConfig(environment: NodeJS.ProcessEnv, secretsOf: (dataDir: string) => DemoSecrets): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = variables.safeParse(given)
  const problems = parsed.success
    ? []
    : [...new Set(parsed.error.issues.map((issue) => `${String(issue.path[0])} ${wordsOf(issue.message)}`))]
  // The rules between variables are told together with the faults of single ones.
  const seen = parsed.success ? parsed.data : given
  const flagOverrides = flagOverridesOf(given as Record<string, string>)
  problems.push(...flagProblems(flagOverrides))
  problems.push(
    ...refusals(seen as Parsed).filter(
      (refusal) => !problems.some((problem) => problem.split(' ')[0] === refusal.split(' ')[0]),
    ),
  )
  if (!parsed.success || problems.length > 0) throw new ConfigurationError(problems)
  const set = parsed.data
  const dataDir = set.DATA_DIR ? path.resolve(set.DATA_DIR) : defaultDataDirectory(projectDir)
  const secrets = lazily(() => secretsOf(dataDir))
  return {
    ...set,
    BASE_URL: set.BASE_URL ?? `http://localhost:${set.PORT}`,
    DATA_DIR: dataDir,
    PAYMENTS: set.PAYMENTS ?? 'sandbox',
    SESSION_SECRET: set.SESSION_SECRET ?? secrets().sessionSecret,
    FIELD_KEY: set.FIELD_KEY ?? Buffer.from(secrets().fieldKey, 'base64'),
    LOG_LEVEL: set.LOG_LEVEL ?? (set.LOG_FORMAT === 'json' ? 'info' : 'warn'),
    MAIL_FROM: set.MAIL_FROM ?? `${set.PRODUCT_NAME} <giving@sunbul.example>`,
    SANDBOX_PORT: set.SANDBOX_PORT ?? set.PORT + 1,
    SANDBOX_SECRET_KEY: set.SANDBOX_SECRET_KEY ?? (set.PAYMENTS === 'stripe' ? '' : secrets().sandboxSecretKey),
    SANDBOX_PUBLISHABLE_KEY:
      set.SANDBOX_PUBLISHABLE_KEY ?? (set.PAYMENTS === 'stripe' ? '' : secrets().sandboxPublishableKey),
    SANDBOX_WEBHOOK_SECRET:
      set.SANDBOX_WEBHOOK_SECRET ?? (set.PAYMENTS === 'stripe' ? '' : secrets().sandboxWebhookSecret),
    flagOverrides,
  }
}

/** What must not go together, or must not be missing. */
function refusals(set: Partial<Parsed>): string[] {
  const found: string[] = []
  const need = (name: keyof Parsed, why: string) =>
    set[name] === undefined ? found.push(`${name} is missing: ${why}`) : 0
  if (set.PAYMENTS === 'stripe') {
    need('STRIPE_SECRET_KEY', 'PAYMENTS=stripe asks Stripe with it')
    need('STRIPE_PUBLISHABLE_KEY', "PAYMENTS=stripe shows Stripe's card fields with it")
    need('STRIPE_WEBHOOK_SECRET', 'PAYMENTS=stripe trusts no notice without it')
  }
  if (set.SANDBOX_URL !== undefined) {
    need('SANDBOX_SECRET_KEY', 'a sandbox at SANDBOX_URL has its own keys')
    need('SANDBOX_PUBLISHABLE_KEY', 'a sandbox at SANDBOX_URL has its own keys')
    need('SANDBOX_WEBHOOK_SECRET', 'a sandbox at SANDBOX_URL has its own keys')
  }
  if (set.DATABASE_POOL_URL !== undefined)
    need('DATABASE_URL', 'migrations and the job queue need sessions, which the pooler at DATABASE_POOL_URL has not')
  if (set.S3_BUCKET !== undefined) {
    need('S3_ENDPOINT', 'S3_BUCKET lies there')
    need('S3_ACCESS_KEY_ID', 'requests to S3_BUCKET are signed with it')
    need('S3_SECRET_ACCESS_KEY', 'requests to S3_BUCKET are signed with it')
  }
  const wallet = [set.APPLE_PAY_MERCHANT_ID, set.APPLE_PAY_CERTIFICATE, set.APPLE_PAY_KEY].filter(
    (value) => value !== undefined,
  )
  if (wallet.length > 0 && wallet.length < 3)
    found.push('APPLE_PAY_MERCHANT_ID, APPLE_PAY_CERTIFICATE and APPLE_PAY_KEY belong together')
  for (const [id, secret] of [
    ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    ['FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'],
  ] as const)
    if ((set[id] === undefined) !== (set[secret] === undefined)) found.push(`${id} and ${secret} belong together`)
  // A public client needs no secret.
  if ((set.OPENID_ISSUER === undefined) !== (set.OPENID_CLIENT_ID === undefined))
    found.push('OPENID_ISSUER and OPENID_CLIENT_ID belong together')
  // Only where the sandbox is started beside us.
  if (set.PAYMENTS !== 'stripe' && set.SANDBOX_URL === undefined) {
    if (set.SANDBOX_PORT === undefined && Number(set.PORT) === 65_535)
      found.push('SANDBOX_PORT is missing: there is no port after PORT=65535')
    else if (set.SANDBOX_PORT !== undefined && Number(set.SANDBOX_PORT) === Number(set.PORT ?? 3000))
      found.push('SANDBOX_PORT must not be PORT')
  }
  const modes = [set.STRIPE_SECRET_KEY, set.STRIPE_PUBLISHABLE_KEY].map(
    (key) => /^[a-z]k_(test|live)_/.exec(key ?? '')?.[1],
  )
  if (set.PAYMENTS === 'stripe' && modes[0] && modes[1] && modes[0] !== modes[1])
    found.push('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be of one mode: one is a test key, the other is not')
  // A demo's accounts have a password that is written in the README, and everybody may read its mail.
  if (set.PAYMENTS === 'stripe' && modes.includes('live') && set.MODE !== 'production')
    found.push(
      'MODE must be production with live keys of Stripe: a demo has accounts and mail that are open to everybody',
    )
  const bankPort =
    set.SANDBOX_PORT ??
    (set.PAYMENTS === 'stripe' || set.SANDBOX_URL !== undefined ? undefined : Number(set.PORT ?? 3000) + 1)
  if (
    set.METRICS_PORT !== undefined &&
    [set.PORT ?? 3000, bankPort].some((other) => Number(other) === Number(set.METRICS_PORT))
  )
    found.push('METRICS_PORT must be neither PORT nor SANDBOX_PORT')
  return set.MODE === 'production' ? [...found, ...productionRefusals(set, modes.includes('test'))] : found
}

/** What production must not go without. `isTest`: a key of Stripe is a test key. */
function productionRefusals(set: Partial<Parsed>, isTest: boolean): string[] {
  const found: string[] = []
  const need = (name: keyof Parsed, why: string) =>
    set[name] === undefined ? found.push(`${name} is missing: ${why}`) : 0
  if (set.BASE_URL === undefined) need('BASE_URL', 'mail and redirects need the public address')
  else if (!set.BASE_URL.startsWith('https:')) found.push('BASE_URL must begin with https:// in production')
  for (const name of ['GOOGLE_ISSUER', 'FACEBOOK_DIALOG_URL', 'FACEBOOK_GRAPH_URL', 'OPENID_ISSUER'] as const)
    if (set[name]?.startsWith('http:')) found.push(`${name} must begin with https:// in production`)
  need('SESSION_SECRET', 'it signs what donors carry (openssl rand -base64 48)')
  need('FIELD_KEY', 'it encrypts sensitive fields at rest (openssl rand -base64 32)')
  need('SMTP_URL', 'receipts leave by mail')
  need('MAIL_FROM', 'receipts need a sender')
  // What was given here wrongly stands as its text.
  const isPlayAllowed = ([true, 'yes'] as unknown[]).includes(set.ALLOW_SANDBOX_PAYMENTS)
  if (set.PAYMENTS !== 'stripe' && !isPlayAllowed)
    found.push(
      'PAYMENTS is the sandbox, which moves no money: set PAYMENTS=stripe, or ALLOW_SANDBOX_PAYMENTS=yes if that is meant',
    )
  // Everybody knows its test cards, and their gifts would have receipts.
  if (set.PAYMENTS === 'stripe' && isTest && !isPlayAllowed)
    found.push(
      'STRIPE_SECRET_KEY or STRIPE_PUBLISHABLE_KEY is a test key, which moves no money: set live ones, or ALLOW_SANDBOX_PAYMENTS=yes if that is meant',
    )
  if (set.FAILPOINTS) found.push('FAILPOINTS must be empty in production')
  return found
}

/** Zod's own English, shortened to what an operator needs. */
const wordsOf = (message: string) =>
  message
    .replace(/^Invalid (input|option): /, '')
    .replace(/^Too small: /, 'is too small: ')
    .replace(/^Too big: /, 'is too big: ')

function flagOverridesOf(environment: Record<string, string>): Record<string, string> {
  const flags = Object.entries(environment).filter(([name]) => name.startsWith('FLAG_'))
  return Object.fromEntries(
    flags.map(([name, value]) => [name.slice('FLAG_'.length).toLowerCase().replaceAll('_', '-'), value]),
  )
}

const flagProblems = (overrides: Readonly<Record<string, string>>): string[] =>
  Object.entries(overrides).flatMap(
    ([key, value]) => wrongFlag(key, value, `FLAG_${key.toUpperCase().replaceAll('-', '_')}`) ?? [],
  )

function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/** Reads `.env` or `ENV_FILE` if there is one (a variable that is already set wins), then the environment. */
export function loadConfig(overrides: NodeJS.ProcessEnv = {}): Config {
  const file = process.env.ENV_FILE ?? path.join(projectDir, '.env')
  try {
    if (file !== '' && fs.existsSync(file)) process.loadEnvFile(file)
  } catch (error) {
    throw new ConfigurationError([
      `${file} cannot be read (${saidOfError(error)}): it must be a file that this user may read`,
    ])
  }
  return parseConfig({ ...process.env, ...overrides }, storedSecrets)
}

/** The demo's own secrets, made at its first start and kept beside its data. */
function storedSecrets(dataDir: string): DemoSecrets {
  const file = path.join(dataDir, 'secrets.json')
  try {
    if (!fs.existsSync(file)) makeSecrets(dataDir, file)
  } catch (error) {
    throw new ConfigurationError([
      `DATA_DIR cannot be written (${saidOfError(error)}): it must be a folder that this user may write, with room on its disk`,
    ])
  }
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as DemoSecrets
  } catch (error) {
    throw new ConfigurationError([
      `DATA_DIR has secrets that cannot be read (${file}: ${saidOfError(error)}): start as the user who made it, or put the file back from a copy`,
    ])
  }
}

function makeSecrets(dataDir: string, file: string): void {
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  const random = (bytes: number) => randomBytes(bytes).toString('base64url')
  const made: DemoSecrets = {
    sessionSecret: random(48),
    fieldKey: randomBytes(32).toString('base64'),
    sandboxSecretKey: `sk_sandbox_${random(24)}`,
    sandboxPublishableKey: `pk_sandbox_${random(24)}`,
    sandboxWebhookSecret: `whsec_${random(24)}`,
  }
  const draft = `${file}.${process.pid}`
  try {
    fs.writeFileSync(draft, JSON.stringify(made, undefined, 2), { mode: 0o600 })
    try {
      fs.linkSync(draft, file) // whole or not at all, and the first of two starts wins
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') fs.copyFileSync(draft, file, fs.constants.COPYFILE_EXCL)
    }
  } finally {
    fs.rmSync(draft, { force: true })
  }
}
