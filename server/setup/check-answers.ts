import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { createMailer } from '../adapters/mail.ts'
import { findProviderProblem } from '../cli/provider-check.ts'
import { sendTestMail } from '../cli/test-mail.ts'
import { type Config, parseConfig } from '../config/config.ts'
import { providerQuestions } from '../config/payments.ts'
import { findVersionProblem } from '../database/migrate.ts'
import { findDirectUrlProblem } from '../database/pooler.ts'
import { describeError } from '../ops/describe-error.ts'
import type { Answers } from './questions.ts'

/** Variables that a check can find wrong, with the check. It returns a problem, or undefined. */
export type ServiceCheck = {
  readonly title: string
  readonly names: readonly string[]
  readonly find: (config: Config) => Promise<string | undefined>
}

/** The checks that ask the services, with the code of `doctor` and `mail test`. */
export const serviceChecks: readonly ServiceCheck[] = [
  { title: 'database', names: ['DATABASE_URL'], find: findDatabaseProblem },
  {
    title: 'payment provider',
    names: providerQuestions.map(({ name }) => name),
    find: (config) => findProviderProblem(config),
  },
  { title: 'mail', names: ['SMTP_URL', 'MAIL_FROM'], find: findMailProblem },
]

/** Parses complete answers as a start does. Throws a `ConfigurationError` that lists all problems. */
export const parseAnswers = (values: Answers): Config =>
  parseConfig({ ...values }, () => ({
    sessionSecret: '',
    fieldKey: '',
    sandboxSecretKey: 'sk_sandbox_setup',
    sandboxPublishableKey: 'pk_sandbox_setup',
    sandboxWebhookSecret: 'whsec_setup',
  }))

async function findDatabaseProblem({ DATABASE_URL: url }: Config): Promise<string | undefined> {
  if (url === undefined) return undefined
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await findDirectUrlProblem(client, url)) ?? (await findVersionProblem(client))
  } catch (error) {
    return describeError(error)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function findMailProblem(config: Config): Promise<string | undefined> {
  const ports = {
    config,
    productName: config.PRODUCT_NAME,
    origin: config.BASE_URL,
    mailFrom: config.MAIL_FROM,
    mailer: createMailer(config.SMTP_URL),
    newId: randomUUID,
  }
  try {
    await sendTestMail(ports, config.CONTACT_EMAIL)
    return undefined
  } catch (error) {
    return describeError(error)
  }
}
