import {
  findAccount,
  getPreferences,
  type IdentityPorts,
  longestLinkDays,
  savePreferences,
  signToken,
  verifyToken,
} from '#modules/platform/identity/index.ts'
import { Problem } from '#shared/problem.ts'
import { dayMs } from '#shared/time.ts'

/** Returns the signed token of the unsubscribe link in a weekly summary. It authorizes nothing else. */
export const summaryToken = (ports: IdentityPorts, accountId: string): string =>
  signToken(
    ports.tokenSecret,
    'unsubscribe',
    `summaries-${accountId}`,
    new Date(ports.clock().getTime() + longestLinkDays * dayMs),
  )

async function accountOfToken(ports: IdentityPorts, token: string): Promise<string> {
  const verified = verifyToken(ports.tokenSecret, token, ports.clock())
  const id = verified?.kind === 'unsubscribe' ? /^summaries-([\da-f-]{36})$/.exec(verified.subject)?.[1] : undefined
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
