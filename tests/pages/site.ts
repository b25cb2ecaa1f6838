/** The demo with its built pages, in the process of the test. Each test file has its own. */
import pg from 'pg'
import { createApp } from '#server/app.ts'
import { parseConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/database/db.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { seedCharitySignUps } from '#demo/charities/charity-sign-ups.ts'
import { seedHostedPage } from '#demo/charities/hosted-page.ts'
import { seedPayouts } from '#demo/charities/payouts.ts'
import { seedDemo } from '#demo/seed.ts'
import { subscriptionsServer } from '#modules/recurring/subscriptions/index-server.ts'
import { givingServer } from '#modules/money/giving/index-server.ts'
import { notificationsServer } from '#modules/platform/notifications/index-server.ts'
import { currenciesServer } from '#modules/platform/currencies/index-server.ts'
import { refundsServer } from '#modules/money/refunds/index-server.ts'
import { createTestApp, type TestApp, testSecrets } from '../support/app.ts'
import { silentLog, type Template } from '../support/database.ts'
import { runQueued } from '../support/queue.ts'
import { isBuilt } from '../../scripts/ensure-build.ts'
import { type Page, Visitor } from './page.ts'
import './matchers.ts'

const origin = 'http://localhost:3000'
export const demoPassword = 'sunbul-demo-2026'

/** The demo, written once in a run. */
const demo: Template = {
  name: 'sunbul_demo',
  fill: async (ownerUrl) => {
    const database = openDatabase({ url: ownerUrl, log: silentLog, max: 5, name: 'test' })
    const config = parseConfig({ DATA_DIR: '/nonexistent', LOG_LEVEL: 'silent' }, () => testSecrets)
    const app = createApp(config, database, silentLog)
    await seedDemo(app, { now: app.clock(), ownerUrl })
    await seedCharitySignUps(app)
    await seedHostedPage(app)
    await seedPayouts(app)
    await currenciesServer.jobs.refreshRates(app)
    await currenciesServer.jobs.refreshMetalPrices(app)
    await database.close()
  },
}

type VisitorOptions = {
  readonly language?: 'en' | 'ar'
  readonly country?: string
  readonly headers?: Readonly<Record<string, string>>
}
export type Mail = { readonly id: string; readonly to: string; readonly kind: string; readonly subject: string }

export type Site = TestApp & {
  readonly origin: string
  /** A new browser without scripts. */
  visitor(options?: VisitorOptions): Visitor
  newPage(options?: VisitorOptions): Page
  /** A new browser in which an account of the demo is logged in. */
  loggedIn(email: string, options?: VisitorOptions): Promise<Page>
  /** Runs statements as the owner of the database. */
  asOwner(text: string): Promise<unknown>
  /** Runs what the worker runs, until nothing is left. */
  runJobs(): Promise<void>
  /** Runs the jobs, and returns mails to an address, newest first. */
  mailsTo(email: string, kind?: string): Promise<Mail[]>
  plainText(mail: Mail | undefined): Promise<string>
}

/** The first test file of a run writes the demo, while the others wait; on a busy machine that takes minutes. */
export const demoTimeout = 600_000

/** Starts the demo. Needs a build of the current sources. */
export async function createSite(environment: Readonly<Record<string, string>> = {}): Promise<Site> {
  if (!isBuilt()) throw new Error('these tests need the built pages: npm test -- build')
  const installation = await createTestApp({
    template: demo,
    withSandbox: true,
    withPages: true,
    environment: {
      BASE_URL: origin,
      RATE_LIMIT_PER_MINUTE: '100000',
      DEFAULT_COUNTRY: 'US',
      TRUST_PROXY: 'loopback',
      ...environment,
    },
  })
  const { app, fastify } = installation
  let addresses = 0
  const visitor = ({ language = 'en', country, headers = {} }: VisitorOptions = {}) => {
    const made = new Visitor(fastify, origin, {
      'accept-language': language === 'en' ? 'en-US' : language,
      // Each visitor has an IP address of their own, so that none needs a proof of work (payments-16).
      'x-forwarded-for': `10.0.${Math.floor(++addresses / 250)}.${addresses % 250}`,
      ...headers,
    })
    if (country !== undefined) made.setCookie('country', country)
    return made
  }
  const runJobs = async () => {
    for (let round = 0; round < 3; round++) {
      while ((await drainOutbox(app)) > 0);
      await runQueued(installation)
      await subscriptionsServer.jobs.chargeDue(app)
      await givingServer.jobs.resolveDueAttempts(app)
      await refundsServer.jobs.resolveDueRefunds(app)
    }
    await notificationsServer.jobs.deliverMails(app, 1000)
  }
  return {
    ...installation,
    origin,
    visitor,
    newPage: (options) => visitor(options).newPage(),
    loggedIn: async (email, options) => {
      const made = visitor(options)
      await made.call('POST', '/v4/login', { email, password: demoPassword })
      return made.newPage()
    },
    asOwner: async (text) => {
      const client = new pg.Client({ connectionString: installation.database.ownerUrl })
      await client.connect()
      try {
        await client.query(text)
      } finally {
        await client.end()
      }
    },
    runJobs,
    mailsTo: async (email, kind) => {
      await runJobs()
      const { mails } = await visitor().call<{ mails: Mail[] }>('GET', '/v4/dev/mails?limit=200')
      return mails.filter((mail) => mail.to === email && (kind === undefined || mail.kind === kind))
    },
    plainText: async (mail) => (await visitor().call<{ plain: string }>('GET', `/v4/dev/mails/${mail?.id}`)).plain,
  }
}

let count = 0
export const freshEmail = (name: string): string => `${name}-${++count}@example.org`
