import { dayMs } from '#shared/time.ts'
import { signToken, verifyToken } from '#modules/platform/identity/index.ts'
import type { SubscriptionPorts } from '../port.ts'

/** Validity of a mailed link to one subscription: as long as a donation may wait for its donor (recurring-13). */
const days = 7

/** Longer than a mail is useful, since old mails must also allow cancelling (recurring-11). */
const daysToManage = 400

const tokenFor = (
  ports: Pick<SubscriptionPorts, 'tokenSecret' | 'clock'>,
  subscriptionId: string,
  forDays: number,
): string =>
  signToken(ports.tokenSecret, 'subscription', subscriptionId, new Date(ports.clock().getTime() + forDays * dayMs))

/** Link to the page where a donor views or cancels a plan; only its button changes anything (recurring-11). */
export const manageLink = (ports: SubscriptionPorts, subscriptionId: string): string =>
  `${ports.origin}/scheduled-giving/manage?token=${tokenFor(ports, subscriptionId, daysToManage)}`

/** Link to the page where a donor confirms one donation with their bank. */
export const authenticateLink = (ports: SubscriptionPorts, subscriptionId: string, key: string): string =>
  `${ports.origin}/scheduled-giving/authenticate?token=${tokenFor(ports, subscriptionId, days)}&gift=${encodeURIComponent(key)}`

/** Return URL for donors who opened such a link and aren't logged in; valid longer than the 3-D Secure challenge. */
export const linkBackTo = (ports: Pick<SubscriptionPorts, 'tokenSecret' | 'clock'>, subscriptionId: string): string =>
  `/scheduled-giving/authenticate?token=${tokenFor(ports, subscriptionId, 1 / 12)}`

/** URL of the plan in the donor's account. */
export const accountLink = (ports: SubscriptionPorts, subscriptionId: string): string =>
  `${ports.origin}/account/giving/${subscriptionId}`

/** Returns the subscription of a link; undefined: forged, altered or expired. */
export function subscriptionOfToken(
  ports: Pick<SubscriptionPorts, 'tokenSecret' | 'clock'>,
  token: string,
): string | undefined {
  const held = verifyToken(ports.tokenSecret, token, ports.clock())
  return held?.kind === 'subscription' ? held.subject : undefined
}
