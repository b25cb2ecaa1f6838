import { type FulfilmentPorts, qurbaniServer } from '#modules/faith/qurbani/index-server.ts'
import type { TokenSecret } from '#modules/platform/identity/index.ts'
import { type DeedsPorts } from '#modules/faith/deeds/index-server.ts'
import { privacyServer } from '#modules/trust/privacy/index-server.ts'
import type { TrustPorts } from '#modules/trust/figures/index-server.ts'
import { subscriptionsServer } from '#modules/recurring/subscriptions/index-server.ts'
import { type CurrencyPorts, type MetalPorts } from '#modules/platform/currencies/index-server.ts'
import { type AddressPorts, addressesServer } from '#modules/platform/addresses/index-server.ts'
import { referralsServer } from '#modules/organizers/referrals/index-server.ts'
import { type OrganizingPorts } from '#modules/organizers/organizing/index-server.ts'
import { type WebhookPorts, webhooksServer } from '#modules/organizers/webhooks/index-server.ts'
import type { HostedPagePorts } from '#modules/organizers/hosted-pages/index.ts'
import { type CharityPorts } from '#modules/organizers/charities/index-server.ts'
import { hostedPagesServer } from '#modules/organizers/hosted-pages/index-server.ts'
import { type FundraisingPorts } from '#modules/organizers/fundraising/index-server.ts'
import { zakatServer, type ZakatPorts } from '#modules/faith/zakat/index-server.ts'
import type { ProjectPorts } from '#modules/causes/campaigns/index-server.ts'
import { type DiscoveryPorts } from '#modules/causes/discovery/index-server.ts'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { sql } from 'kysely'
import { uuidv7 } from '#shared/ids.ts'
import type { Log, Ports, StandbyPorts } from '#shared/ports.ts'
import { countryCodes } from '#modules/platform/addresses/rules/countries.ts'
import { giftAidServer } from '#modules/money/gift-aid/index-server.ts'
import type { ApplePayPorts } from '#modules/money/giving/index-server.ts'
import type { GivingPorts } from '#modules/money/giving/index.ts'
import type {
  AccountMailPorts,
  ExternalLoginPorts,
  HumanCheckPorts,
  TwoFactorPolicy,
} from '#modules/platform/identity/index-server.ts'
import { acceptProof, createProofChallenge } from '#modules/money/payments/index.ts'
import type { LetteringPorts, MediaPorts } from '#modules/platform/media/index.ts'
import { type CardOverrides, parseOverrides } from '#modules/causes/discovery/rules/overrides.ts'
import type { NotificationPorts } from '#modules/platform/notifications/index.ts'
import { planRuns, type SubscriptionPorts } from '#modules/recurring/subscriptions/index.ts'
import { referredDonations } from '#modules/organizers/referrals/index.ts'
import { monthsFor } from '#modules/recurring/plans/index.ts'
import { accountsWithConsent } from '#modules/trust/privacy/index.ts'
import type { RefundPorts } from '#modules/money/refunds/index.ts'
import type { PayoutPorts } from '#modules/money/payouts/index-server.ts'
import { applePay, sandboxApplePay } from './adapters/apple-pay.ts'
import { loginProviders } from './adapters/login-providers.ts'
import { bundledCountries, type CountryOfAddress } from './adapters/geolocation.ts'
import { bundledMetals, bundledRates, ecbRates } from './adapters/rates.ts'
import { createDemoDns, withDemoDns } from './adapters/demo-dns.ts'
import { createFiles } from './adapters/files.ts'
import { createMailer } from './adapters/mail.ts'
import { createTxtLookup } from './adapters/txt-lookup.ts'
import { prepareFonts } from './config/fonts.ts'
import type { Config } from './config/config.ts'
import { connectProviders } from './config/payments.ts'
import { payoutSettingsOf } from './config/payout-settings.ts'
import type { Database } from './database/db.ts'
import { readSnapshot } from './database/read-snapshot.ts'
import type { Standby } from './database/standby.ts'
import { failpoints } from './ops/failpoints.ts'
import { createBatcher } from './jobs/batcher.ts'

/** All external dependencies of the use cases, in one object that is created once per process. */
export type App = Ports &
  StandbyPorts &
  GivingPorts &
  ApplePayPorts &
  NotificationPorts &
  RefundPorts &
  PayoutPorts &
  TrustPorts &
  SubscriptionPorts &
  OrganizingPorts &
  FundraisingPorts &
  CharityPorts &
  HostedPagePorts &
  WebhookPorts &
  AddressPorts &
  ProjectPorts &
  DiscoveryPorts &
  CurrencyPorts &
  MetalPorts &
  MediaPorts &
  LetteringPorts &
  ZakatPorts &
  DeedsPorts &
  FulfilmentPorts &
  HumanCheckPorts &
  AccountMailPorts &
  ExternalLoginPorts &
  TwoFactorPolicy & {
    readonly config: Config
    readonly database: Database
    readonly standby: Standby | undefined
    /** `StandbyPorts.readFromStandby` for calls: on a standby, the app's `write` and `enqueue` throw. */
    readonly callOnStandby: <T>(call: (app: App) => Promise<T>) => Promise<T>
    readonly isSecure: boolean
    readonly countryOfAddress: CountryOfAddress
  }

/** The visitor continues to type, so a later suggestion is useless. */
const placesTimeoutMs = 4000

function configuredApplePay(config: Config, domain: string) {
  const { APPLE_PAY_MERCHANT_ID: merchantId, APPLE_PAY_CERTIFICATE: certificate, APPLE_PAY_KEY: key } = config
  if (!merchantId || !certificate || !key) return undefined
  return applePay({ merchantId, displayName: config.PRODUCT_NAME, domain, certificate, key })
}

const hijriMonthsOf: App['hijriMonthsOf'] = (db, calendar) => monthsFor({ db }, calendar)

/**
 * Returns who may sign up a charity. A site that doesn't pay charities out has only its operator's own charity
 * (content-32).
 */
const charitySignUpOf = ({ CHARITY_SIGNUP, MODE, PAYOUTS }: Config): CharityPorts['charitySignUp'] => {
  if (PAYOUTS === 'none') return 'closed'
  return CHARITY_SIGNUP ?? (MODE === 'production' ? 'invitation' : 'open')
}

/** Returns the DNS lookup; in a demo it also uses the records entered at /dev/dns. */
function configuredDns({ MODE, DATA_DIR, DNS_SERVERS }: Config): Pick<CharityPorts, 'lookUpTxt' | 'demoDns'> {
  const lookUpTxt = createTxtLookup(DNS_SERVERS)
  if (MODE === 'production') return { lookUpTxt, demoDns: undefined }
  const demoDns = createDemoDns(DATA_DIR)
  return { lookUpTxt: withDemoDns(demoDns, lookUpTxt), demoDns }
}

const tokenSecretOf = ({ SESSION_SECRET: secrets, PSEUDONYM_KEY: pseudonyms }: Config): TokenSecret =>
  secrets.length === 1 && secrets[0] === pseudonyms
    ? pseudonyms
    : { signing: secrets[0], accepted: secrets, pseudonyms }

/**
 * Connects the ports to their implementations. The clock, randomness and the network enter the program only here.
 * `standby`: a standby of the database.
 */
export function createApp(config: Config, database: Database, log: Log, standby?: Standby): App {
  const clock = () => new Date()
  const origin = config.BASE_URL.replace(/\/$/, '')
  const providers = connectProviders(config, clock)
  const random = randomSupply()
  const domain = new URL(origin).hostname
  const app: App = {
    db: database.db,
    write: database.write,
    statement: database.statement,
    batch: createBatcher(),
    enqueue: async (tx, task, payload, options = {}) => {
      await sql`
        select graphile_worker.add_job(
          ${task},
          ${JSON.stringify(payload)}::json,
          job_key => ${options.key ?? null},
          run_at => ${options.runAt ?? null},
          max_attempts => ${options.maxAttempts ?? 10}
        )
      `.execute(tx)
    },
    clock,
    newId: () => uuidv7(clock(), random(16)),
    newToken: (bytes) => random(bytes).toString('base64url'),
    log,
    failpoint: failpoints(config.FAILPOINTS),
    providers,
    recordTimeoutMs: config.RECORD_TIMEOUT_MS,
    applePay: providers.first.movesMoney
      ? configuredApplePay(config, domain)
      : sandboxApplePay({ displayName: config.PRODUCT_NAME, domain, secret: config.SESSION_SECRET[0], clock }),
    places: config.GOOGLE_PLACES_KEY
      ? addressesServer.googlePlaces({
          key: config.GOOGLE_PLACES_KEY,
          url: config.GOOGLE_PLACES_URL,
          timeoutMs: placesTimeoutMs,
        })
      : addressesServer.bundledPlaces(),
    cardOverrides: overridesOf(config.CARD_OVERRIDES, log),
    permittedCountries: config.PERMITTED_COUNTRIES ?? countryCodes,
    tokenSecret: tokenSecretOf(config),
    humanCheck: { ask: createProofChallenge, accept: acceptProof },
    loginProviders: loginProviders(config, clock),
    fieldKey: config.FIELD_KEY,
    isTwoFactorRequired: config.TWO_FACTOR === 'required',
    hasZakatConsent: (db, accountId) => privacyServer.hasConsent({ db }, accountId, 'zakat'),
    deedsSources: { consents: accountsWithConsent('recap'), planRuns, referrals: referredDonations },
    zakatSignOffs: config.ZAKAT_SIGN_OFFS,
    hasDemoMetalPrices: config.hasDemoMetalPrices,
    zakatObligations: config.ZAKAT_OBLIGATIONS,
    fitrClosesAt: (country, now) => zakatServer.fitrClosingOf(config.ZAKAT_OBLIGATIONS, country, now),
    hijriMonthsOf,
    checkQurbaniOrders: (tx, orders) => qurbaniServer.checkQurbaniOrders({ hijriMonthsOf }, tx, orders),
    hasQurbaniClosed: (db, donations, instant) =>
      qurbaniServer.hasQurbaniClosed({ hijriMonthsOf }, db, donations, instant),
    verificationMonths: config.VERIFICATION_MONTHS,
    charitySignUp: charitySignUpOf(config),
    ...configuredDns(config),
    webhookHosts: config.WEBHOOK_HOSTS,
    postWebhook: webhooksServer.createWebhookPoster(config.WEBHOOK_HOSTS),
    staffApprovals: config.STAFF_APPROVALS,
    payouts: config.PAYOUTS,
    hasTrustPage: config.TRUST_PAGE,
    payoutSettings: payoutSettingsOf(config),
    hostedPageAddresses: (campaignIds) => hostedPagesServer.pageAddresses(app, campaignIds),
    movePageOfCampaign: hostedPagesServer.movePageOfCampaign,
    pageRequirements: hostedPagesServer.pageRequirements,
    offlineReviewAbove: config.OFFLINE_REVIEW_ABOVE,
    origin,
    pagesDomain: config.PAGES_DOMAIN,
    allowsSandboxFaults: !providers.first.movesMoney && config.MODE !== 'production',
    feeSchedules: config.FEES,
    qurbaniConfirmDays: config.QURBANI_CONFIRM_DAYS,
    zakatFees: config.ZAKAT_FEES,
    chargeTimes: config.CHARGE_TIMES,
    flagOverrides: config.flagOverrides,
    hasDonatedAsGuest: subscriptionsServer.hasDonatedAsGuest,
    planLookup: subscriptionsServer.planLookup,
    findGiftAidCover: (accountId, organizationId) => giftAidServer.findGiftAidCover(app, accountId, organizationId),
    planStarter: {
      draft: (ports, ask) => subscriptionsServer.draftPlan({ ...ports, chargeTimes: config.CHARGE_TIMES }, ask),
      parts: subscriptionsServer.planParts,
      movePlanToNewAccount: subscriptionsServer.movePlanToNewAccount,
    },
    refundReviewAbove: config.REFUND_REVIEW_ABOVE,
    productName: config.PRODUCT_NAME,
    contactEmail: config.CONTACT_EMAIL,
    isProduction: config.MODE === 'production',
    apiKeyMode: config.MODE === 'production' && !config.ALLOW_SANDBOX_PAYMENTS ? 'live' : 'test',
    mailFrom: config.MAIL_FROM,
    mailer: createMailer(config.SMTP_URL),
    files: createFiles(config, log),
    fontsDir: prepareFonts(path.join(config.DATA_DIR, 'fonts')),
    isSecure: origin.startsWith('https:'),
    rateTables: [bundledRates(), ...(config.ECB_RATES_URL ? [ecbRates(config.ECB_RATES_URL)] : [])],
    metalTables: [bundledMetals()],
    countryOfAddress: config.GEOLOCATION ? bundledCountries() : () => undefined,
    referralCounts: (code, referrer) => referralsServer.isReferralCodeValid(app, code, referrer),
    config,
    database,
    standby,
    callOnStandby: (call) =>
      standby && reader
        ? standby.read(
            () => call(reader),
            () => call(app),
          )
        : call(app),
    readFromStandby: (work) => app.callOnStandby(work),
    readForExport: ({ mayExportFromStandby }, work) =>
      standby && mayExportFromStandby
        ? standby.read(
            () => readSnapshot(standby.db, work),
            () => work(app),
          )
        : work(app),
  }
  const reader = standby && standbyApp(app, standby)
  return app
}

const denyWrite = async (): Promise<never> => {
  throw new Error('work on a standby must not write')
}

/**
 * Returns the app of calls on a standby. Its batches read through the standby, so they are separate from the primary's.
 * Ports that `createApp` connects to other modules still use the primary.
 */
const standbyApp = (app: App, { db, statement }: Standby): App => ({
  ...app,
  db,
  statement,
  batch: createBatcher(),
  write: denyWrite,
  enqueue: denyWrite,
})

/** Logs once for the operator that the setting can't be read and is ignored. */
function overridesOf(text: string, log: Log): CardOverrides {
  const overrides = parseOverrides(text)
  if (overrides) return overrides
  log.warn({ variable: 'CARD_OVERRIDES' }, 'CARD_OVERRIDES can’t be parsed and is ignored')
  return new Map()
}

/**
 * Reads random bytes from the operating system a page at a time and returns each byte once. A donation needs ten ids,
 * and a system call costs more than the bytes.
 */
function randomSupply(pageBytes = 4096): (bytes: number) => Buffer {
  let page = Buffer.alloc(0)
  let used = 0
  return (bytes) => {
    if (used + bytes > page.length) {
      page = randomBytes(pageBytes)
      used = 0
    }
    used += bytes
    return page.subarray(used - bytes, used)
  }
}
