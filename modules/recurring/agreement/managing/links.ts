import { dayMs } from '#shared/time.ts'
import { signToken, verifyToken } from '#modules/platform/identity/index.ts'
import type { SubscriptionPorts } from '../port.ts'

/**
 * A link in a mail opens one subscription, without logging in, as long as a gift may wait for its donor (recurring-13).
 */
const days = 7

/** Longer than any one mail is of use: to cancel must be possible from an old mail, too (recurring-11). */
const daysToManage = 400

const tokenFor = (
  ports: Pick<SubscriptionPorts, 'tokenSecret' | 'clock'>,
  subscriptionId: string,
  forDays: number,
): string =>
  signToken(ports.tokenSecret, 'subscription', subscriptionId, new Date(ports.clock().getTime() + forDays * dayMs))

/** Where a donor looks at what they give and ends it: a page; only its button acts (recurring-11). */
export const manageLink = (ports: SubscriptionPorts, subscriptionId: string): string =>
  `${ports.origin}/scheduled-giving/manage?token=${tokenFor(ports, subscriptionId, daysToManage)}`

/** Where a donor shows their bank who they are for one gift, while it waits. */
export const authenticateLink = (ports: SubscriptionPorts, subscriptionId: string, key: string): string =>
  `${ports.origin}/scheduled-giving/authenticate?token=${tokenFor(ports, subscriptionId, days)}&gift=${encodeURIComponent(key)}`

/**
 * Where the bank sends a donor back to who came by such a link and is not logged in: for as long as its question may be
 * answered, and longer.
 */
export const linkBackTo = (ports: Pick<SubscriptionPorts, 'tokenSecret' | 'clock'>, subscriptionId: string): string =>
  `/scheduled-giving/authenticate?token=${tokenFor(ports, subscriptionId, 1 / 12)}`

/** The account's own page of it. */
export const accountLink = (ports: SubscriptionPorts, subscriptionId: string): string =>
  `${ports.origin}/account/giving/${subscriptionId}`

/** The subscription a link opens; undefined: it is not ours, was altered or has ended. */
export function subscriptionOfToken(
  ports: Pick<SubscriptionPorts, 'tokenSecret' | 'clock'>,
  token: string,
): string | undefined {
  const held = verifyToken(ports.tokenSecret, token, ports.clock())
  return held?.kind === 'subscription' ? held.subject : undefined
}
