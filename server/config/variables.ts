import { deedsServer } from '#modules/faith/deeds/index-server.ts'
import { zakatServer } from '#modules/faith/zakat/index-server.ts'
import { z } from 'zod'
import { parseReviewLimits } from '#modules/organizers/organizing/rules/review.ts'
import { parseFeeSchedules } from '#modules/money/giving/rules/fees/fee-schedules.ts'
import { zakatFeesChoices } from '#modules/money/giving/rules/zakat-eligible.ts'
import { parseTipPolicies } from '#modules/money/giving/rules/fees/tip-policies.ts'
import { payoutsServer } from '#modules/money/payouts/index-server.ts'
import { payoutSchedules } from '#modules/money/payouts/rules/schedule.ts'
import { readReviewAbove } from '#modules/money/refunds/rules/approval.ts'
import { parseChargeTimes } from '#modules/recurring/plans/rules/schedule.ts'
import { countryCodes } from '#modules/platform/addresses/rules/countries.ts'
import { isFailpoints } from '#server/ops/failpoints.ts'
import { paymentVariables } from './payments.ts'
import {
  archiveLocation,
  country,
  dnsServers,
  domainFile,
  fieldKeys,
  isTrustProxy,
  issuer,
  ownAddress,
  pagesDomain,
  parsedWith,
  pem,
  percentEncodingHint,
  port,
  postgresUrl,
  readIban,
  secretList,
  webhookHosts,
  webUrl,
  wholeNumber,
  yesOrNo,
} from './readers.ts'

/** All variables; `.env.example` describes them. */
export const variables = z.object({
  ENV_FILE: z.string().optional(),
  MODE: z.enum(['demo', 'production'], { error: 'must be demo or production' }).default('demo'),
  DEMO_SIZE: z.enum(['full', 'small'], { error: 'must be full or small' }).default('full'),
  ROLE: z.enum(['web', 'worker', 'all'], { error: 'must be web, worker or all' }).default('all'),
  HOST: z.string().default('localhost'),
  PORT: port.default(3000),
  BASE_URL: ownAddress.optional(),
  /** The domain whose subdomains are charities' hosts (pages-19). */
  PAGES_DOMAIN: pagesDomain.optional(),
  /**
   * DNS servers that are queried for the TXT records of charities' domains (pages-16); unset: the system's resolvers.
   */
  DNS_SERVERS: dnsServers.optional(),
  /** Hosts with ports that may receive webhooks although their addresses aren't public (webhooks-3). */
  WEBHOOK_HOSTS: webhookHosts.prefault(''),
  PRODUCT_NAME: z.string().max(40).default('Sunbul'),
  OPERATOR_NAME: z.string().max(120).optional(),
  OPERATOR_ADDRESS: z.string().max(300).optional(),
  OPERATOR_REGISTRATION: z.string().max(120).optional(),
  CONTACT_EMAIL: z.email({ error: 'must be an address such as help@example.org' }).optional(),
  CONTENT_DIR: z.string().optional(),
  DATA_DIR: z.string().optional(),
  DATABASE_URL: postgresUrl('postgres://user:password@host:5432/sunbul').optional(),
  DATABASE_POOL_URL: postgresUrl('postgres://user:password@pooler:6432/sunbul').optional(),
  /** A standby of that database, from which visitors without credentials read (contract-18). */
  DATABASE_READ_URL: postgresUrl('postgres://user:password@standby:5432/sunbul').optional(),
  /** The REST address of a node's Patroni, which `doctor` asks for its version. */
  PATRONI_URL: webUrl.optional(),
  /** Where the write-ahead log and the base backups of the embedded PostgreSQL are stored. */
  ARCHIVE: archiveLocation.optional(),
  /** Days for which each time can be restored from the archive. */
  ARCHIVE_DAYS: wholeNumber(1, 3650).default(14),
  DATABASE_POOL: wholeNumber(2, 500).default(16),
  MIGRATE_ON_START: yesOrNo.default(true),
  SESSION_SECRET: secretList.optional(),
  PSEUDONYM_KEY: z.string().min(32, 'must be at least 32 random characters').optional(),
  FIELD_KEY: fieldKeys.optional(),
  TWO_FACTOR: z.enum(['required', 'off'], { error: 'must be required or off' }).optional(),
  TRUST_PROXY: z
    .string()
    .refine(isTrustProxy, 'must be no, a number of trusted hops, or trusted addresses such as 10.0.0.0/8')
    .default('no'),
  COUNTRY_HEADER: z
    .string()
    .toLowerCase()
    .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'must be the name of a header such as cf-ipcountry')
    .optional(),
  GEOLOCATION: yesOrNo.default(true),
  DEFAULT_COUNTRY: country.optional(),
  RATE_LIMIT_PER_MINUTE: wholeNumber(1).default(6000),
  ECB_RATES_URL: webUrl.optional(),
  /** Days after the last day of slaughter until which a charity may confirm Qurbani shares (qurbani-7). */
  QURBANI_CONFIRM_DAYS: wholeNumber(0, 365).default(7),
  ZAKAT_FEES: z.enum(zakatFeesChoices, { error: 'must be zakat, platform or sponsor' }).default('zakat'),
  TIP_POLICY: parsedWith(
    parseTipPolicies,
    'must be a list such as "GB=zero, *=ask" of preselected, ask and zero',
  ).prefault(''),
  FEES: parsedWith(
    parseFeeSchedules,
    'must be a list such as "card GBP 1.4% + 0.20, card * 2.5%, ach USD 0.5%" without duplicates',
  ).prefault(''),
  CHARGE_TIMES: parsedWith(
    parseChargeTimes,
    'must be a list such as "day 09:00, night 22:30", by day from 05:00 to 14:59 and by night from 18:00 on',
  ).prefault(''),
  REFUND_REVIEW_ABOVE: parsedWith(
    readReviewAbove,
    'must be a list such as "GBP 500, USD 500" of currencies and amounts',
  ).optional(),
  OFFLINE_REVIEW_ABOVE: parsedWith(
    parseReviewLimits,
    'must be an amount, optionally followed by amounts of single currencies, such as "500, JPY=75000"',
  ).prefault('500'),
  ZAKAT_SIGN_OFFS: parsedWith(
    zakatServer.parseSignOffs,
    'must be JSON such as {"hanafi-1": {"scholar": "…", "date": "2026-11-01", "source": "…"}} with ids of rule sets',
  ).prefault(''),
  ZAKAT_OBLIGATIONS: parsedWith(
    zakatServer.parseObligations,
    'must be JSON with "rates" (obligation, country, Hijri year, amount, currency, source) and "fitrClosings" (country, year, closesAt)',
  ).prefault(''),
  DEEDS_PARTICIPANTS: parsedWith(
    deedsServer.parseParticipants,
    'must be JSON such as {"ramadan-challenge": {"participants": "11k", "date": "2026-03-20", "source": "…"}} with ramadan-challenge and dhul-hijjah-challenge',
  ).prefault(''),
  DEEDS_SURVEY_URL: z
    .url({ protocol: /^https$/, error: 'must be an address such as https://forms.example.org/deeds' })
    .optional(),
  VERIFICATION_MONTHS: wholeNumber(1, 120).default(12),
  /** Number of staff members who must approve decisions on charities and their money (content-23). */
  STAFF_APPROVALS: z
    .enum(['1', '2'], { error: 'must be 1 or 2' })
    .default('2')
    .transform((text) => Number(text) as 1 | 2),
  /** `file`: charities enter bank details for payouts. `none`: the operator's own charity is the only one. */
  PAYOUTS: z.enum(['none', 'file'], { error: 'must be none or file' }).default('file'),
  /** Whether the page /trust shows figures of this installation. */
  TRUST_PAGE: yesOrNo.default(true),
  /** When payouts are drafted without a request: on Mondays, on the first weekday of a month, or never. */
  PAYOUT_SCHEDULE: z.enum(payoutSchedules, { error: 'must be weekly, monthly or none' }).default('monthly'),
  /** Days of 24 hours for which a payment is held before it is paid out; bank debits are held for 5 business days. */
  PAYOUT_HOLD_DAYS: wholeNumber(0, 90).default(7),
  /** Part of a payout that stays in reserve for refunds, and the days for which it stays. */
  PAYOUT_RESERVE_PERCENT: wholeNumber(0, 50).default(10),
  PAYOUT_RESERVE_DAYS: wholeNumber(0, 365).default(90),
  PAYOUT_MINIMUM: parsedWith(
    payoutsServer.readMinimums,
    'must be a list such as "GBP 50, USD 50" of currencies and amounts',
  ).prefault(''),
  /** IBAN of the operator's account in euros, from which SEPA files pay. */
  PAYOUT_IBAN: parsedWith(readIban, 'must be a valid IBAN').optional(),
  /** Who may sign up a charity. The default is `open` in a demo and `invitation` in production. */
  CHARITY_SIGNUP: z.enum(['open', 'invitation', 'closed'], { error: 'must be open, invitation or closed' }).optional(),
  ...paymentVariables,
  APPLE_PAY_MERCHANT_ID: z.string().optional(),
  APPLE_PAY_CERTIFICATE: pem.optional(),
  APPLE_PAY_KEY: pem.optional(),
  APPLE_PAY_DOMAIN_FILE: domainFile.optional(),
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      error: `must be an address such as smtps://user:password@mail.example.org${percentEncodingHint}`,
    })
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
    .regex(/^\d{1,40}$/, 'must be the app’s number')
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
  /** A JSON array of cards that replace those of fundraisers with the same id; an invalid value is ignored (S1 §8). */
  CARD_OVERRIDES: z.string().default(''),
  /**
   * The default is `info` for JSON and `warn` for text, because a person at a terminal doesn't read a line per request.
   */
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], { error: 'must be debug, info, warn, error or silent' })
    .optional(),
  LOG_FORMAT: z
    .enum(['json', 'text'], { error: 'must be json or text' })
    .default(process.stdout.isTTY ? 'text' : 'json'),
  /** Address of the metrics server; in a container, where only the proxy's network reaches it, 0.0.0.0. */
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: port.optional(),
  /** Number of this process among those of its role on this machine; its metrics port is derived from it. */
  INSTANCE: wholeNumber(1, 50).default(1),
  FAILPOINTS: z.string().refine(isFailpoints, 'must be a list of failpoints such as after_provider:kill').default(''),
  /** Whether web processes serve pages in addition to the API. */
  PAGES: yesOrNo.default(true),
  /** Maximum number of scheduled donations per second that one worker sends to the provider (recurring-5). */
  CHARGES_PER_SECOND: wholeNumber(1, 10_000).default(500),
  /** Timeout of a request to the payment provider. */
  PAYMENT_TIMEOUT_MS: wholeNumber(100, 60_000).default(10_000),
  /**
   * Timeout of one query of a web request. A request may wait for the previous batch's query (`Ports.batch`), so it
   * ends within twice this time.
   */
  QUERY_TIMEOUT_MS: wholeNumber(100, 60_000).default(4500),
  /**
   * Timeout of one statement that records the outcome of a payment. After it, the donor sees that the payment is being
   * confirmed.
   */
  RECORD_TIMEOUT_MS: wholeNumber(100, 60_000).default(10_000),
})

export type Parsed = z.output<typeof variables>
