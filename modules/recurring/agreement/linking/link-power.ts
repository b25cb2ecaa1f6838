import { required } from '#shared/collections.ts'
import { Problem } from '#shared/problem.ts'
import { type LinkOpening, openingOfToken } from '../managing/links.ts'
import { findOpenableSubscription } from '../managing/manage.ts'
import type { SubscriptionPorts } from '../port.ts'
import type { Subscription } from '../subscription-queries.ts'

/** What a link may do to its plan, each more than the one before; `look` also cancels. */
const powers = ['look', 'manage', 'change-card', 'change'] as const
export type LinkPower = (typeof powers)[number]

/** What is opened by a link, and what it may do. */
export type Opened = {
  readonly plan: Subscription
  readonly may: LinkPower
  /** For the write: a link for one change is void after it. */
  readonly version: number | undefined
}

function powerOf({ guestId }: Subscription, { linkNumber, scope }: LinkOpening): LinkPower {
  // A guest's plan that follows an account by now is managed there.
  if (guestId === null) return linkNumber === null ? 'manage' : 'look'
  if (scope === 'manage') return 'manage'
  return scope === 'card' ? 'change-card' : 'change'
}

/** The plan of a link; `not-found` for one that opens nothing. */
export async function openLink(ports: SubscriptionPorts, token: string): Promise<Opened> {
  const plan = await findOpenableSubscription(ports, { kind: 'link', token })
  const opening = required(openingOfToken(ports, token), 'link')
  return { plan, may: powerOf(plan, opening), version: opening.version ?? undefined }
}

/** The same, or `link-not-enough` for a link that may do less than is `needed`. */
export async function openLinkFor(
  ports: SubscriptionPorts,
  token: string,
  needed: LinkPower | 'manage-guest',
): Promise<Opened> {
  const opened = await openLink(ports, token)
  const isEnough =
    needed === 'manage-guest' ? opened.plan.guestId !== null : powers.indexOf(opened.may) >= powers.indexOf(needed)
  if (!isEnough) throw new Problem('authorization', 'link-not-enough')
  return opened
}
