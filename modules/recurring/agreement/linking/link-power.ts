import { required } from '#shared/collections.ts'
import { Problem } from '#shared/problem.ts'
import { type LinkOpening, openingOfToken } from '../managing/links.ts'
import { findOpenableSubscription } from '../managing/manage.ts'
import type { SubscriptionPorts } from '../port.ts'
import type { Subscription } from '../subscription-queries.ts'

/** Permissions of a link, each including those before it; `look` also includes cancelling. */
const powers = ['look', 'manage', 'change-card', 'change'] as const
export type LinkPower = (typeof powers)[number]

/** The plan that a link opens, and what the link permits. */
export type Opened = {
  readonly plan: Subscription
  readonly may: LinkPower
  /** Passed to the write, so that a link for one change works once. */
  readonly version: number | undefined
}

function powerOf({ guestId }: Subscription, { linkNumber, scope }: LinkOpening): LinkPower {
  // A guest's plan that has moved to an account is managed in the account.
  if (guestId === null) return linkNumber === null ? 'manage' : 'look'
  if (scope === 'manage') return 'manage'
  return scope === 'card' ? 'change-card' : 'change'
}

/** Returns the plan of a link; throws `not-found` if the link is invalid. */
export async function openLink(ports: SubscriptionPorts, token: string): Promise<Opened> {
  const plan = await findOpenableSubscription(ports, { kind: 'link', token })
  const opening = required(openingOfToken(ports, token), 'link')
  return { plan, may: powerOf(plan, opening), version: opening.version ?? undefined }
}

/** Returns the plan of a link; throws `link-not-enough` if the link permits less than `needed`. */
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
