import { dayMs, minuteMs } from '#shared/time.ts'
import type { Db } from '#shared/ports.ts'
import { signToken, verifyToken } from '#modules/platform/identity/index.ts'
import { linkedOf } from '../donor/donor-queries.ts'
import type { SubscriptionPorts } from '../port.ts'
import type { Subscription } from '../subscription-queries.ts'

/**
 * A link in a mail opens one subscription, without logging in, as long as a gift may wait for its donor (recurring-13).
 */
const days = 7

/** Longer than any one mail is of use: to cancel must be possible from an old mail, too (recurring-11). */
const daysToManage = 400

/** For changes that a stranger who finds an old mail must not make (recurring-24). */
const minutesToChange = 30

/** What of a subscription its links carry: those of a guest end with its link number. */
export type Linked = Pick<Subscription, 'id' | 'guestId' | 'linkNumber'>

type LinkPorts = Pick<SubscriptionPorts, 'tokenSecret' | 'clock'>

const subjectOf = ({ id, guestId, linkNumber }: Linked): string => (guestId === null ? id : `${id}_${linkNumber}`)

/** The token of a mailed link; `forDays` from now. */
const tokenFor = (ports: LinkPorts, link: Linked, forDays: number): string =>
  signToken(ports.tokenSecret, 'subscription', subjectOf(link), new Date(ports.clock().getTime() + forDays * dayMs))

/** The token of the page where a donor looks at what they give and ends it. */
export const manageToken = (ports: LinkPorts, link: Linked): string => tokenFor(ports, link, daysToManage)

/** Where a donor looks at what they give and ends it: a page; only its button acts (recurring-11). */
export const manageLink = (ports: SubscriptionPorts, link: Linked): string =>
  `${ports.origin}/scheduled-giving/manage?token=${manageToken(ports, link)}`

/** The links in a receipt of a plan, by the plan's id: where it is managed, and for a guest's, where a stranger stops it. */
export const receiptLinks = async (
  ports: SubscriptionPorts,
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly manage: string; readonly notMe: string | undefined }>> =>
  new Map(
    (await linkedOf(db, ids)).map((plan) => [
      plan.id,
      { manage: manageLink(ports, plan), notMe: plan.guestId === null ? undefined : notMeLink(ports, plan) },
    ]),
  )

/** Where a guest makes one change that needs a link of that moment: it is void once the plan has changed. */
export const changeLink = (ports: SubscriptionPorts, link: Linked & Pick<Subscription, 'version'>): string =>
  linkToChange(ports, `${subjectOf(link)}_${link.version}`, minutesToChange * minuteMs)

/** Where a guest names another card after a payment that failed, as long as it may wait for them. */
export const cardLink = (ports: SubscriptionPorts, link: Linked): string =>
  linkToChange(ports, `${subjectOf(link)}_card`, days * dayMs)

/** What a link is for that opens no page that manages the plan. */
const purposes = { notMe: 'notme', started: 'started' } as const

/** Where the reader of a mail about a guest's plan says that they are not its donor. */
export const notMeLink = (ports: SubscriptionPorts, link: Linked): string =>
  `${ports.origin}/scheduled-giving/not-me?token=${tokenToChange(ports, `${subjectOf(link)}_${purposes.notMe}`, daysToManage * dayMs)}`

/** Token of the page that a guest sees after starting a plan, for a day. */
export const startedToken = (ports: LinkPorts, link: Linked): string =>
  tokenToChange(ports, `${subjectOf(link)}_${purposes.started}`, dayMs)

const tokenToChange = (ports: LinkPorts, subject: string, ms: number): string =>
  signToken(ports.tokenSecret, 'plan-change', subject, new Date(ports.clock().getTime() + ms))

const linkToChange = (ports: SubscriptionPorts, subject: string, ms: number): string =>
  `${ports.origin}/scheduled-giving/change?token=${tokenToChange(ports, subject, ms)}`

/** Where a donor shows their bank who they are for one gift, while it waits. */
export const authenticateLink = (ports: SubscriptionPorts, link: Linked, key: string): string =>
  `${ports.origin}/scheduled-giving/authenticate?token=${tokenFor(ports, link, days)}&gift=${encodeURIComponent(key)}`

/** Return URL for donors who opened such a link and aren't logged in; valid longer than the 3-D Secure challenge. */
export const manageReturnUrl = (ports: LinkPorts, link: Linked): string =>
  `/scheduled-giving/authenticate?token=${tokenFor(ports, link, 1 / 12)}`

/** URL of the plan in the donor's account. */
export const accountLink = (ports: SubscriptionPorts, subscriptionId: string): string =>
  `${ports.origin}/account/giving/${subscriptionId}`

/** What a link opens. */
export type LinkOpening = {
  readonly id: string
  /** Null: of a plan that an account gives by. */
  readonly linkNumber: number | null
  /** What it is for: looking and ending, another card too, or any change. */
  readonly scope: 'manage' | 'card' | 'change'
  /** The version of the plan until which it changes it; null: any. */
  readonly version: number | null
}

/** What a token opens; undefined: it is not ours, was altered or has expired. */
export function openingOfToken(ports: LinkPorts, token: string): LinkOpening | undefined {
  const held = verifyToken(ports.tokenSecret, token, ports.clock())
  if (held?.kind !== 'subscription' && held?.kind !== 'plan-change') return undefined
  const [id = '', linkNumber, change = ''] = held.subject.split('_')
  const opening = { id, linkNumber: linkNumber === undefined ? null : Number(linkNumber) }
  if (held.kind === 'subscription') return { ...opening, scope: 'manage', version: null }
  if (Object.values<string>(purposes).includes(change)) return undefined
  return change === 'card'
    ? { ...opening, scope: 'card', version: null }
    : { ...opening, scope: 'change', version: Number(change) }
}

/**
 * Whether a link still opens the plan: a guest's only with its present number, one for a change only until the next
 * change, and none for changes once the plan follows an account.
 */
export function isLinkValid(
  { linkNumber, scope, version }: LinkOpening,
  link: Linked & Pick<Subscription, 'version'>,
): boolean {
  if (link.guestId === null) return scope === 'manage' && (linkNumber === null || linkNumber === link.linkNumber)
  return linkNumber === link.linkNumber && (version === null || version === link.version)
}

/** The plan, and its link number then, of a token for this purpose; undefined: it is no such token. */
export function planFor(
  ports: LinkPorts,
  token: string,
  purpose: keyof typeof purposes,
): { readonly id: string; readonly linkNumber: number } | undefined {
  const held = verifyToken(ports.tokenSecret, token, ports.clock())
  const [id = '', linkNumber, change] = held?.kind === 'plan-change' ? held.subject.split('_') : []
  return change === purposes[purpose] ? { id, linkNumber: Number(linkNumber) } : undefined
}
