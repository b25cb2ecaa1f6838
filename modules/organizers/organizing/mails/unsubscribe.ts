import {
  findAccount,
  getPreferences,
  type IdentityPorts,
  matchUnsubscribe,
  savePreferences,
  signUnsubscribe,
} from '#modules/platform/identity/index.ts'
import { Problem } from '#shared/problem.ts'

/** Returns the signed token of the unsubscribe link in a weekly summary. It authorizes nothing else. */
export const summaryToken = (ports: IdentityPorts, accountId: string): string =>
  signUnsubscribe(ports, `summaries-${accountId}`)

async function accountOfToken(ports: IdentityPorts, token: string): Promise<string> {
  const id = matchUnsubscribe(ports, token, /^summaries-([\da-f-]{36})$/)?.[1]
  if (id === undefined || !(await findAccount(ports.db, id))) throw new Problem('not-found', 'code-not-valid')
  return id
}

/** Returns whether the account gets weekly summaries. Changes nothing, because mail programs prefetch links. */
export async function getSummarySubscription(ports: IdentityPorts, token: string) {
  const { weeklySummaryMails = true } = await getPreferences(ports, await accountOfToken(ports, token))
  return { isUnsubscribed: !weeklySummaryMails }
}

/** Turns off an account's weekly summaries without a login; idempotent (content-31). */
export async function unsubscribeFromSummaries(ports: IdentityPorts, token: string) {
  await savePreferences(ports, await accountOfToken(ports, token), { weeklySummaryMails: false })
  return { isUnsubscribed: true }
}
