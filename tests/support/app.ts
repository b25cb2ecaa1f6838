import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { inject } from 'vitest'
import { startSandbox, type Sandbox } from '#sandbox/index.ts'
import type { Log } from '#shared/ports.ts'
import { createApp, type App } from '#server/app.ts'
import { parseConfig, type DemoSecrets } from '#server/config/config.ts'
import type { Standby } from '#server/database/standby.ts'
import { createServer } from '#server/server.ts'
import { watchAnswers } from './as-documented.ts'
import { createTestDatabase, silentLog, type Template, type TestDatabase } from './database.ts'

/** Secrets of tests. */
export const testSecrets: DemoSecrets = {
  sessionSecret: 'a test of forty-eight characters that opens nothing',
  fieldKey: Buffer.alloc(32, 5).toString('base64'),
  sandboxSecretKey: 'sk_sandbox_test',
  sandboxPublishableKey: 'pk_sandbox_test',
  sandboxWebhookSecret: 'whsec_test',
}

export type TestApp = {
  readonly app: App
  /** The HTTP server, without pages unless a test asks for them; send requests with `inject`. */
  readonly fastify: FastifyInstance
  readonly database: TestDatabase
  readonly sandbox: Sandbox | undefined
  close(): Promise<void>
}

export type TestAppOptions = {
  /** Environment variables, as in `.env.example`. */
  readonly environment?: Readonly<Record<string, string>>
  /** Whether to start a separate sandbox provider, for tests with payments. */
  readonly withSandbox?: boolean
  readonly log?: Log
  readonly clock?: () => Date
  /** A standby of the database. */
  readonly standby?: (database: TestDatabase) => Standby
  /** Fills an empty database before the application starts, as a restore does. Default: the migrated template. */
  readonly prepare?: (ownerUrl: string) => Promise<unknown>
  /** A filled database to copy instead of the migrated one. */
  readonly template?: Template
  /** Whether to render the built pages. */
  readonly withPages?: boolean
}

/** The address of the sandbox; without one, no server listens there. */
const sandboxAt = (sandbox: Sandbox | undefined) => ({
  SANDBOX_URL: sandbox?.url ?? 'http://127.0.0.1:9',
  SANDBOX_SECRET_KEY: testSecrets.sandboxSecretKey,
  SANDBOX_PUBLISHABLE_KEY: testSecrets.sandboxPublishableKey,
  SANDBOX_WEBHOOK_SECRET: testSecrets.sandboxWebhookSecret,
})

/** Starts the server with its own database. */
export async function createTestApp({
  environment = {},
  withSandbox = false,
  log = silentLog,
  clock,
  standby,
  prepare,
  template,
  withPages = false,
}: TestAppOptions = {}): Promise<TestApp> {
  const database = await createTestDatabase({ migrated: !prepare, template })
  await prepare?.(database.ownerUrl)
  const sandbox = withSandbox
    ? await startSandbox({
        port: 0,
        folder: undefined,
        secretKey: testSecrets.sandboxSecretKey,
        publishableKey: testSecrets.sandboxPublishableKey,
        webhook: undefined,
        allowedOrigins: [],
        faults: true,
      })
    : undefined
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-app-'))
  const config = parseConfig(
    { DATA_DIR: dataDir, LOG_LEVEL: 'silent', DEFAULT_COUNTRY: 'GB', ...sandboxAt(sandbox), ...environment },
    () => testSecrets,
  )
  const made = {
    ...createApp(config, database.database, log, standby?.(database)),
    fontsDir: inject('fontsDir'),
  }
  const app: App = clock ? { ...made, clock, isClockSimulated: true } : made
  const fastify = await createServer(app, { isDevelopment: false, withPages })
  const undocumented = watchAnswers(fastify)
  await fastify.ready()
  return {
    app,
    fastify,
    database,
    sandbox,
    close: async () => {
      await fastify.close()
      await sandbox?.stop()
      await database.drop()
      fs.rmSync(dataDir, { recursive: true, force: true })
      if (undocumented.size > 0)
        throw new Error(`answers that the API's document does not know:\n${[...undocumented].join('\n')}`)
    },
  }
}
