import { dayMs, minuteMs } from '#shared/time.ts'
import type { Db } from '#shared/ports.ts'
import { signToken, verifyToken } from '#modules/platform/identity/index.ts'
import { linkedPlansOf } from '../donor/donor-queries.ts'
import type { SubscriptionPorts } from '../ports.ts'
import type { Subscription } from '../subscription-queries.ts'

/** Days that a link to confirm a payment is valid: as long as a donation waits for its donor (recurring-13). */
const days = 7

/** A donor must be able to cancel from an old mail too (recurring-11). */
const manageDays = 400

/** For changes that a stranger who finds an old mail must not make (recurring-24). */
const changeMinutes = 30

/** The fields that a link contains; a guest's links become invalid with a new link number. */
export type Linked = Pick<Subscription, 'id' | 'guestId' | 'linkNumber'>

type LinkPorts = Pick<SubscriptionPorts, 'tokenSecret' | 'clock'>

const subjectOf = ({ id, guestId, linkNumber }: Linked): string => (guestId === null ? id : `${id}_${linkNumber}`)

/** Returns the token of a mailed link, valid for `forDays`. */
const tokenFor = (ports: LinkPorts, link: Linked, forDays: number): string =>
  signToken(ports.tokenSecret, 'subscription', subjectOf(link), new Date(ports.clock().getTime() + forDays * dayMs))

/** Returns the token of the page where a donor sees and cancels the plan. */
export const manageToken = (ports: LinkPorts, link: Linked): string => tokenFor(ports, link, manageDays)

/**
 * Returns the URL of the page where a donor sees and cancels the plan. Opening it changes nothing; only its button does
 * (recurring-11).
 */
export const manageLink = (ports: SubscriptionPorts, link: Linked): string =>
  `${ports.origin}/scheduled-giving/manage?token=${manageToken(ports, link)}`

/** Returns the links in receipts by plan id: to manage the plan, and for a guest's plan, "This isn't me". */
export const receiptLinks = async (
  ports: SubscriptionPorts,
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly manage: string; readonly notMe: string | undefined }>> =>
  new Map(
    (await linkedPlansOf(db, ids)).map((plan) => [
      plan.id,
      { manage: manageLink(ports, plan), notMe: plan.guestId === null ? undefined : notMeLink(ports, plan) },
    ]),
  )

/** Returns the URL with which a guest makes one change; invalid once the plan has changed. */
export const changeLink = (ports: SubscriptionPorts, link: Linked & Pick<Subscription, 'version'>): string =>
  urlOfChange(ports, `${subjectOf(link)}_${link.version}`, changeMinutes * minuteMs)

/** Returns the URL with which a guest replaces the card after a failed payment. */
export const cardLink = (ports: SubscriptionPorts, link: Linked): string =>
  urlOfChange(ports, `${subjectOf(link)}_card`, days * dayMs)

/** Purposes of links that don't open the management page. */
const purposes = { notMe: 'notme', started: 'started' } as const

/** Returns the URL of "This isn't me" in mails about a guest's plan. */
export const notMeLink = (ports: SubscriptionPorts, link: Linked): string =>
  `${ports.origin}/scheduled-giving/not-me?token=${changeToken(ports, `${subjectOf(link)}_${purposes.notMe}`, manageDays * dayMs)}`

/** Returns the token of the page that a guest sees after starting a plan; valid for one day. */
export const startedToken = (ports: LinkPorts, link: Linked): string =>
  changeToken(ports, `${subjectOf(link)}_${purposes.started}`, dayMs)

const changeToken = (ports: LinkPorts, subject: string, ms: number): string =>
  signToken(ports.tokenSecret, 'plan-change', subject, new Date(ports.clock().getTime() + ms))

const urlOfChange = (ports: SubscriptionPorts, subject: string, ms: number): string =>
  `${ports.origin}/scheduled-giving/change?token=${changeToken(ports, subject, ms)}`

/** Returns the URL where a donor completes the 3-D Secure challenge of one donation. */
export const authenticateLink = (ports: SubscriptionPorts, link: Linked, key: string): string =>
  `${ports.origin}/scheduled-giving/authenticate?token=${tokenFor(ports, link, days)}&gift=${encodeURIComponent(key)}`

/** Return URL for donors who opened such a link and aren't logged in; valid longer than the challenge. */
export const manageReturnUrl = (ports: LinkPorts, link: Linked): string =>
  `/scheduled-giving/authenticate?token=${tokenFor(ports, link, 1 / 12)}`

/** URL of the plan in the donor's account. */
export const accountLink = (ports: SubscriptionPorts, subscriptionId: string): string =>
  `${ports.origin}/account/giving/${subscriptionId}`

/** The contents of a link's token. */
export type LinkToken = {
  readonly id: string
  /** Null for the plan of an account. */
  readonly linkNumber: number | null
  /** What the link permits: to see and cancel, also to replace the card, or any change. */
  readonly scope: 'manage' | 'card' | 'change'
  /** The plan's version that the link can change; null: any version. */
  readonly version: number | null
}

/** Returns the contents of a token; undefined if it is invalid or expired. */
export function parseLinkToken(ports: LinkPorts, token: string): LinkToken | undefined {
  const verified = verifyToken(ports.tokenSecret, token, ports.clock())
  if (verified?.kind !== 'subscription' && verified?.kind !== 'plan-change') return undefined
  const [id = '', linkNumber, change = ''] = verified.subject.split('_')
  const opening = { id, linkNumber: linkNumber === undefined ? null : Number(linkNumber) }
  if (verified.kind === 'subscription') return { ...opening, scope: 'manage', version: null }
  if (Object.values<string>(purposes).includes(change)) return undefined
  return change === 'card'
    ? { ...opening, scope: 'card', version: null }
    : { ...opening, scope: 'change', version: Number(change) }
}

/**
 * Whether a link still opens the plan. A guest's link needs the current link number, a link for a change the current
 * version. A plan that has moved to an account has no links for changes.
 */
export function isLinkValid(
  { linkNumber, scope, version }: LinkToken,
  link: Linked & Pick<Subscription, 'version'>,
): boolean {
  if (link.guestId === null) return scope === 'manage' && (linkNumber === null || linkNumber === link.linkNumber)
  return linkNumber === link.linkNumber && (version === null || version === link.version)
}

/**
 * Returns the plan and its link number from a token for this purpose; undefined if the token is invalid or has another
 * purpose.
 */
export function planOfToken(
  ports: LinkPorts,
  token: string,
  purpose: keyof typeof purposes,
): { readonly id: string; readonly linkNumber: number } | undefined {
  const verified = verifyToken(ports.tokenSecret, token, ports.clock())
  const [id = '', linkNumber, change] = verified?.kind === 'plan-change' ? verified.subject.split('_') : []
  return change === purposes[purpose] ? { id, linkNumber: Number(linkNumber) } : undefined
}
