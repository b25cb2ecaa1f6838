import { createApp, type App } from '../app.ts'
import { type Config, ConfigurationError, loadConfig } from '../config/config.ts'
import { openDatabase } from '../database/db.ts'
import { migrate } from '../database/migrate.ts'
import { startEmbedded } from '../database/pg.ts'
import { createLog } from '../ops/log.ts'
import { describeError } from '../ops/describe-error.ts'
import { required } from '#shared/collections.ts'
import type { Log } from '#shared/ports.ts'

/** The configuration, the log, and the URL of the database with the role of its owner. */
export type Installation = { readonly config: Config; readonly ownerUrl: string; readonly log: Log }

/**
 * Runs a command on this installation, with the embedded PostgreSQL if there is no `DATABASE_URL`. `environment`:
 * variables that override the process's. Returns the command's exit code, or 78 if the configuration is invalid.
 */
export async function runInInstallation(
  run: (installation: Installation) => Promise<number>,
  environment: NodeJS.ProcessEnv = {},
): Promise<number> {
  const config = readConfig(environment)
  if (config === undefined) return 78
  const log = createLog({ level: 'warn', format: config.LOG_FORMAT })
  const embedded = config.DATABASE_URL
    ? undefined
    : await startEmbedded({ dataDir: config.DATA_DIR, archives: config.ARCHIVE !== undefined })
  try {
    return await run({ config, log, ownerUrl: config.DATABASE_URL ?? required(embedded).url })
  } catch (error) {
    console.error(describeError(error))
    return 1
  } finally {
    await embedded?.stop()
  }
}

function readConfig(environment: NodeJS.ProcessEnv): Config | undefined {
  try {
    return loadConfig(environment)
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    console.error(error.message)
    return undefined
  }
}

/** Applies pending migrations, then runs `work` with the application. */
export async function withApp<T>({ config, ownerUrl, log }: Installation, work: (app: App) => Promise<T>): Promise<T> {
  await migrate({ ownerUrl, log })
  const database = openDatabase({ url: ownerUrl, log, name: 'cli', max: 4 })
  try {
    return await work(createApp(config, database, log))
  } finally {
    await database.close()
  }
}
