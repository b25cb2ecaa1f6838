import { identityServer } from '#modules/platform/identity/index-server.ts'
import type { App } from '#server/app.ts'
import type { Config } from '#server/config/config.ts'
import { minuteMs } from '#shared/time.ts'
import { findPseudonymProblem } from './secret-notes.ts'

/** Records which secrets this process uses, at its start and then regularly (security-20). */
export async function startRecordingSecrets(app: App, config: Config): Promise<void> {
  const { SESSION_SECRET: sessionSecrets, FIELD_KEY: fieldKeys, PSEUDONYM_KEY } = config
  const used = { SESSION_SECRET: sessionSecrets[0], FIELD_KEY: fieldKeys[0], PSEUDONYM_KEY }
  await identityServer.recordSecretUse(app, used)
  const problem = findPseudonymProblem({ config, uses: await identityServer.listSecretUse(app.db) })
  if (problem) app.log.error({ problem }, 'PSEUDONYM_KEY has changed')
  setInterval(
    () =>
      void identityServer
        .recordSecretUse(app, used)
        .catch((error: unknown) => app.log.warn({ error }, 'the use of secrets could not be recorded')),
    identityServer.secretUseMinutes * minuteMs,
  ).unref()
}
