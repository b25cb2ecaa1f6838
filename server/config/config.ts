/**
 * Reads the environment once at start. It reports every invalid variable at once, and production refuses settings that
 * are only safe in a demo.
 */
import { listFormat } from '#shared/formats.ts'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { getDomain } from 'tldts'
import { describeInvalidFlag } from '#modules/platform/flags/rules/values.ts'
import { defaultDataDirectory } from '#server/database/pg-binaries.ts'
import { describeError } from '#server/ops/describe-error.ts'
import { configurePayments, type PaymentConfig, findPaymentProblems, type SandboxKeys } from './payments.ts'
import { type Parsed, variables } from './variables.ts'

export const projectDir = path.join(import.meta.dirname, '../..')

/** Secrets that a demo generates, so that it needs no configuration. Production must set its own. */
export type DemoSecrets = SandboxKeys & { readonly sessionSecret: string; readonly fieldKey: string }

/** The configuration by variable name, with the defaults filled in. */
export type Config = Omit<
  Parsed,
  | 'BASE_URL'
  | 'DATA_DIR'
  | 'PAYMENTS'
  | 'SESSION_SECRET'
  | 'FIELD_KEY'
  | 'PSEUDONYM_KEY'
  | 'MAIL_FROM'
  | 'LOG_LEVEL'
  | 'OPERATOR_NAME'
  | 'CONTACT_EMAIL'
  | 'TWO_FACTOR'
> &
  PaymentConfig & {
    /** Public origin, without a trailing slash. */
    readonly BASE_URL: string
    readonly DATA_DIR: string
    /** The first one signs links; each of them is accepted (security-20). */
    readonly SESSION_SECRET: readonly [string, ...string[]]
    /** The first one encrypts; each of them decrypts. */
    readonly FIELD_KEY: readonly [Buffer, ...Buffer[]]
    readonly PSEUDONYM_KEY: string
    readonly MAIL_FROM: string
    readonly OPERATOR_NAME: string
    readonly CONTACT_EMAIL: string
    readonly TWO_FACTOR: NonNullable<Parsed['TWO_FACTOR']>
    readonly LOG_LEVEL: NonNullable<Parsed['LOG_LEVEL']>
    /** `FLAG_ZAKAT_VARIANT=default` is `{ 'zakat-variant': 'default' }` (contract-5). */
    readonly flagOverrides: Readonly<Record<string, string>>
    /** Whether metal prices are shown as demo prices of the day; only a demo sets it (zakat-13). */
    readonly hasDemoMetalPrices: boolean
  }

/** Lists every invalid variable, one per line: the problem and the fix. */
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

/** `secretsOf` is called only for secrets that the environment doesn't set, with the data folder that stores them. */
export function parseConfig(environment: NodeJS.ProcessEnv, secretsOf: (dataDir: string) => DemoSecrets): Config {
  const environmentValues = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = variables.safeParse(environmentValues)
  const problems = parsed.success
    ? []
    : [...new Set(parsed.error.issues.map((issue) => `${String(issue.path[0])} ${shortenMessage(issue.message)}`))]
  // Reports rules between variables together with errors in single variables.
  const values = parsed.success ? parsed.data : environmentValues
  const flagOverrides = flagOverridesOf(environmentValues as Record<string, string>)
  problems.push(...flagProblems(flagOverrides))
  problems.push(
    ...[...findConflicts(values as Parsed), ...findPaymentProblems(values as Parsed)].filter(
      (refusal) => !problems.some((problem) => problem.split(' ')[0] === refusal.split(' ')[0]),
    ),
  )
  if (!parsed.success || problems.length > 0) throw new ConfigurationError(problems)
  const settings = parsed.data
  const dataDir = settings.DATA_DIR ? path.resolve(settings.DATA_DIR) : defaultDataDirectory(projectDir)
  const secrets = memoize(() => secretsOf(dataDir))
  const sessionSecrets = settings.SESSION_SECRET ?? [secrets().sessionSecret]
  const mailFrom = settings.MAIL_FROM ?? `${settings.PRODUCT_NAME} <giving@sunbul.example>`
  return {
    ...settings,
    ...configurePayments(settings, { webPort: settings.PORT, secrets }),
    BASE_URL: settings.BASE_URL ?? `http://localhost:${settings.PORT}`,
    PAGES_DOMAIN: settings.PAGES_DOMAIN ?? demoPagesDomain(settings),
    DATA_DIR: dataDir,
    SESSION_SECRET: sessionSecrets,
    FIELD_KEY: settings.FIELD_KEY ?? [Buffer.from(secrets().fieldKey, 'base64')],
    PSEUDONYM_KEY: settings.PSEUDONYM_KEY ?? sessionSecrets[0],
    LOG_LEVEL: settings.LOG_LEVEL ?? (settings.LOG_FORMAT === 'json' ? 'info' : 'warn'),
    TWO_FACTOR: settings.TWO_FACTOR ?? (settings.MODE === 'production' ? 'required' : 'off'),
    MAIL_FROM: mailFrom,
    OPERATOR_NAME: settings.OPERATOR_NAME ?? settings.PRODUCT_NAME,
    CONTACT_EMAIL: settings.CONTACT_EMAIL ?? emailAddressOf(mailFrom),
    flagOverrides,
    hasDemoMetalPrices: false,
  }
}

/**
 * Returns the domain of charities' hosts in a demo on this machine: browsers resolve every name below `localhost` to it
 * (pages-19).
 */
function demoPagesDomain({ MODE, BASE_URL, PORT }: Parsed): string | undefined {
  const { hostname, port } = new URL(BASE_URL ?? `http://localhost:${PORT}`)
  return MODE === 'demo' && hostname === 'localhost' ? `pages.localhost${port === '' ? '' : `:${port}`}` : undefined
}

/** The address in "Sunbul <giving@example.org>". */
const emailAddressOf = (mailFrom: string): string => /<?([^<>\s]+@[^<>\s]+)>?$/.exec(mailFrom)?.[1] ?? mailFrom

type Settings = Partial<Parsed>

/** Returns the problems with settings that exclude or require each other. */
const findConflicts = (settings: Settings): string[] => [
  ...missingRequirements(settings),
  ...incompleteGroups(settings),
  ...findPseudonymProblems(settings),
  ...(settings.MODE === 'production' ? productionProblems(settings) : []),
]

const missingSetting = (settings: Settings, name: keyof Parsed, why: string): string[] =>
  settings[name] === undefined ? [`${name} is missing: ${why}`] : []

/** With several secrets, the order says nothing about the one that made the pseudonyms in the database. */
const findPseudonymProblems = ({ SESSION_SECRET: secrets, PSEUDONYM_KEY: key }: Settings): string[] =>
  (Array.isArray(secrets) ? secrets.length > 1 : String(secrets ?? '').includes(',')) && key === undefined
    ? [
        'PSEUDONYM_KEY is missing: with several secrets in SESSION_SECRET, set it to the first SESSION_SECRET of this installation and never change it',
      ]
    : []

const missingRequirements = (settings: Settings): string[] => [
  ...(settings.DATABASE_POOL_URL === undefined
    ? []
    : missingSetting(
        settings,
        'DATABASE_URL',
        'migrations and the job queue need sessions, which the pooler at DATABASE_POOL_URL doesn’t provide',
      )),
  ...(settings.DATABASE_READ_URL
    ? missingSetting(settings, 'DATABASE_URL', 'the embedded PostgreSQL has no standby for DATABASE_READ_URL')
    : []),
  ...bucketVariables(settings).flatMap((variable) => [
    ...missingSetting(settings, 'S3_ENDPOINT', `it is the address of the store that has ${variable}`),
    ...missingSetting(settings, 'S3_ACCESS_KEY_ID', `requests to ${variable} are signed with it`),
    ...missingSetting(settings, 'S3_SECRET_ACCESS_KEY', `requests to ${variable} are signed with it`),
  ]),
  ...(settings.ARCHIVE !== undefined && settings.DATABASE_URL !== undefined
    ? ['ARCHIVE is for the embedded PostgreSQL: with DATABASE_URL, archive with pgBackRest (docs/operations.md)']
    : []),
]

/** Returns the variable that names a bucket: of the pictures, otherwise of the archive. */
const bucketVariables = ({ S3_BUCKET, ARCHIVE }: Settings): ('S3_BUCKET' | 'ARCHIVE')[] => {
  if (S3_BUCKET !== undefined) return ['S3_BUCKET']
  return ARCHIVE?.startsWith('s3://') ? ['ARCHIVE'] : []
}

/** Groups of settings that are either all set or all unset. A public OpenID client needs no secret. */
const groups = [
  ['APPLE_PAY_MERCHANT_ID', 'APPLE_PAY_CERTIFICATE', 'APPLE_PAY_KEY'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'],
  ['OPENID_ISSUER', 'OPENID_CLIENT_ID'],
] as const

function incompleteGroups(settings: Settings): string[] {
  const names = listFormat('en-GB', { type: 'conjunction' })
  return groups
    .filter((group) => {
      const count = group.filter((name) => settings[name] !== undefined).length
      return count > 0 && count < group.length
    })
    .map((group) => `${names.format(group)} must all be set or all be unset`)
}

const productionProblems = (settings: Settings): string[] => [
  ...missingSetting(settings, 'BASE_URL', 'mail and redirects need the public address'),
  ...(settings.BASE_URL === undefined || settings.BASE_URL.startsWith('https:')
    ? []
    : ['BASE_URL must begin with https:// in production']),
  ...(['GOOGLE_ISSUER', 'FACEBOOK_DIALOG_URL', 'FACEBOOK_GRAPH_URL', 'OPENID_ISSUER'] as const)
    .filter((name) => settings[name]?.startsWith('http:'))
    .map((name) => `${name} must begin with https:// in production`),
  ...pagesDomainProblems(settings),
  ...missingSetting(settings, 'SESSION_SECRET', 'it signs sessions and links (openssl rand -base64 48)'),
  ...missingSetting(settings, 'FIELD_KEY', 'it encrypts sensitive fields at rest (openssl rand -base64 32)'),
  ...missingSetting(settings, 'SMTP_URL', 'receipts are sent by email'),
  ...missingSetting(settings, 'MAIL_FROM', 'receipts need a sender'),
  ...missingSetting(settings, 'OPERATOR_NAME', 'donors must know who runs the platform'),
  ...missingSetting(settings, 'CONTACT_EMAIL', 'donors must know where to write'),
  ...(settings.FAILPOINTS ? ['FAILPOINTS must be empty in production'] : []),
]

/**
 * A charity's host must share no cookies with the platform, so `PAGES_DOMAIN` isn't below the registrable domain of
 * `BASE_URL`, nor the other way round. Like browsers, this follows the Public Suffix List: `a.github.io` and
 * `b.github.io` are two sites.
 */
function pagesDomainProblems({ BASE_URL, PAGES_DOMAIN }: Settings): string[] {
  if (BASE_URL === undefined || PAGES_DOMAIN === undefined || !URL.canParse(BASE_URL)) return []
  if (PAGES_DOMAIN.includes(':')) return ['PAGES_DOMAIN must have no port in production']
  const { hostname } = new URL(BASE_URL)
  const site = getDomain(hostname, { allowPrivateDomains: true }) ?? hostname
  return isAtOrBelow(PAGES_DOMAIN, site) || isAtOrBelow(hostname, PAGES_DOMAIN)
    ? ['PAGES_DOMAIN must be on a different domain than BASE_URL, such as pages.example.net with give.example.org']
    : []
}

const isAtOrBelow = (host: string, parent: string): boolean => host === parent || host.endsWith(`.${parent}`)

/** Shortens Zod's messages to what an operator needs. */
const shortenMessage = (message: string) =>
  message.replace(/^Invalid (input|option): /, '').replace(/^Too (small|big): /, 'is too $1: ')

function flagOverridesOf(environment: Record<string, string>): Record<string, string> {
  const flags = Object.entries(environment).filter(([name]) => name.startsWith('FLAG_'))
  return Object.fromEntries(
    flags.map(([name, value]) => [name.slice('FLAG_'.length).toLowerCase().replaceAll('_', '-'), value]),
  )
}

const flagProblems = (overrides: Readonly<Record<string, string>>): string[] =>
  Object.entries(overrides).flatMap(
    ([key, value]) => describeInvalidFlag(key, value, `FLAG_${key.toUpperCase().replaceAll('-', '_')}`) ?? [],
  )

function memoize<T>(make: () => T): () => T {
  let cached: { value: T } | undefined
  return () => (cached ??= { value: make() }).value
}

/** Reads `.env` or `ENV_FILE` if it exists, then the environment. A variable that is already set takes precedence. */
export function loadConfig(overrides: NodeJS.ProcessEnv = {}): Config {
  const file = process.env.ENV_FILE ?? path.join(projectDir, '.env')
  // Without it, a production process would start as a demo.
  if (process.env.ENV_FILE && !fs.existsSync(file))
    throw new ConfigurationError([`ENV_FILE names ${file}, which doesn’t exist or whose folder this user can’t enter`])
  try {
    if (file !== '' && fs.existsSync(file)) process.loadEnvFile(file)
  } catch (error) {
    throw new ConfigurationError([`${file} can’t be read (${describeError(error)}): give this user read access to it`])
  }
  return parseConfig({ ...process.env, ...overrides }, readOrCreateSecrets)
}

/** Returns the demo's secrets, which are generated at its first start and stored in the data folder. */
function readOrCreateSecrets(dataDir: string): DemoSecrets {
  const file = path.join(dataDir, 'secrets.json')
  try {
    if (!fs.existsSync(file)) createSecrets(dataDir, file)
  } catch (error) {
    throw new ConfigurationError([
      `DATA_DIR can’t be written (${describeError(error)}): it must be a folder that this user can write to, with free disk space`,
    ])
  }
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as DemoSecrets
  } catch (error) {
    throw new ConfigurationError([
      `DATA_DIR has secrets that can’t be read (${file}: ${describeError(error)}): start as the user who created it, or restore the file from a copy`,
    ])
  }
}

function createSecrets(dataDir: string, file: string): void {
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  const random = (bytes: number) => randomBytes(bytes).toString('base64url')
  const demoSecrets: DemoSecrets = {
    sessionSecret: random(48),
    fieldKey: randomBytes(32).toString('base64'),
    sandboxSecretKey: `sk_sandbox_${random(24)}`,
    sandboxPublishableKey: `pk_sandbox_${random(24)}`,
    sandboxWebhookSecret: `whsec_${random(24)}`,
  }
  const draft = `${file}.${process.pid}`
  try {
    fs.writeFileSync(draft, JSON.stringify(demoSecrets, undefined, 2), { mode: 0o600 })
    try {
      fs.linkSync(draft, file) // atomic: a reader sees a complete file, and the first of two starts wins
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') fs.copyFileSync(draft, file, fs.constants.COPYFILE_EXCL)
    }
  } finally {
    fs.rmSync(draft, { force: true })
  }
}
