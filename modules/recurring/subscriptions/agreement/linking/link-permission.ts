import { required } from '#shared/collections.ts'
import { Problem } from '#shared/problem.ts'
import { type LinkToken, parseLinkToken } from '../managing/links.ts'
import { findOpenableSubscription } from '../managing/manage.ts'
import type { SubscriptionPorts } from '../ports.ts'
import type { Subscription } from '../subscription-queries.ts'

/** Permissions of a link, each including those before it; `look` also includes cancelling. */
const powers = ['look', 'manage', 'change-card', 'change'] as const
export type LinkPermission = (typeof powers)[number]

/** The plan that a link opens, and what the link permits. */
export type OpenedLink = {
  readonly plan: Subscription
  readonly may: LinkPermission
  /** Passed to the write, so that a link for one change works once. */
  readonly version: number | undefined
}

function permissionOf({ guestId }: Subscription, { linkNumber, scope }: LinkToken): LinkPermission {
  // A guest's plan that has moved to an account is managed in the account.
  if (guestId === null) return linkNumber === null ? 'manage' : 'look'
  if (scope === 'manage') return 'manage'
  return scope === 'card' ? 'change-card' : 'change'
}

/** Returns the plan of a link; throws `not-found` if the link is invalid. */
export async function openLink(ports: SubscriptionPorts, token: string): Promise<OpenedLink> {
  const plan = await findOpenableSubscription(ports, { kind: 'link', token })
  const opening = required(parseLinkToken(ports, token), 'link')
  return { plan, may: permissionOf(plan, opening), version: opening.version ?? undefined }
}

/** Returns the plan of a link; throws `link-not-enough` if the link permits less than `needed`. */
export async function openLinkFor(
  ports: SubscriptionPorts,
  token: string,
  needed: LinkPermission | 'manage-guest',
): Promise<OpenedLink> {
  const opened = await openLink(ports, token)
  const isEnough =
    needed === 'manage-guest' ? opened.plan.guestId !== null : powers.indexOf(opened.may) >= powers.indexOf(needed)
  if (!isEnough) throw new Problem('authorization', 'link-not-enough')
  return opened
}
