import { currencies } from '#shared/money.ts'
import type { Config } from '../config/config.ts'
import { connectProviders } from '../config/payments.ts'

/** Asks each payment provider with the configured key. Returns its problems, one per line; undefined without any. */
export async function findProviderProblem(config: Config) {
  const found: string[] = []
  for (const { name, findAccountProblems } of connectProviders(config, () => new Date()).all) {
    const input = { webhookUrl: `${config.BASE_URL}/webhooks/payments`, currencies }
    const problems = await findAccountProblems?.(input).catch((error: unknown) => [
      `the account can’t be read (${innermostMessage(error)}): check the key and the network`,
    ])
    found.push(...(problems ?? []).map((problem) => `${name}: ${problem}`))
  }
  return found.length === 0 ? undefined : found.join('\n        ')
}

/** Returns the message of the error that caused all others. */
export function innermostMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : innermostMessage(error.cause)
}
