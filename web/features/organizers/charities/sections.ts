import { canDo, type MemberRole, type OrganizationAct } from '#modules/causes/organizations/rules/roles.ts'
import type { MessageKey } from '#web/lib/text.tsx'

type Section = {
  /** Below `/organize/charities/<id>`. */
  readonly path: string
  readonly label: MessageKey
  /** The permission that its page requires. */
  readonly act: OrganizationAct
  readonly group?: MessageKey
  /** Only on sites that pay out to charities. */
  readonly needsPayouts?: true
  /** Only for charities that claim Gift Aid. */
  readonly isForGiftAid?: true
  /** Of no use once the charity is closed. */
  readonly untilClosed?: true
}

/** The path of the charity's hosted pages, which have an address of their own. */
const hostedPages = '/hosted-pages'

/** Pages of a charity for its members, in menu order; the first is its home. */
export const charitySections: readonly Section[] = [
  { path: '', label: 'own-charity.home', act: 'read' },
  { path: '/donations', label: 'own-charity.donations', act: 'donors', group: 'own-charity.group-money' },
  { path: '/donors', label: 'own-charity.donors', act: 'donors', group: 'own-charity.group-money' },
  { path: '/plans', label: 'own-charity.plans', act: 'donor-plans', group: 'own-charity.group-money' },
  { path: '/payouts', label: 'own-charity.payouts', act: 'bank', group: 'own-charity.group-money', needsPayouts: true },
  {
    path: '/gift-aid',
    label: 'own-charity.gift-aid',
    act: 'gift-aid',
    group: 'own-charity.group-money',
    isForGiftAid: true,
  },
  { path: '/bank', label: 'own-charity.bank', act: 'bank', group: 'own-charity.group-money', needsPayouts: true },
  { path: hostedPages, label: 'own-charity.pages', act: 'read', group: 'own-charity.group-pages' },
  { path: '/fundraisers', label: 'own-charity.fundraisers', act: 'fundraisers', group: 'own-charity.group-pages' },
  { path: '/embed', label: 'own-charity.embed', act: 'read', group: 'own-charity.group-pages' },
  { path: '/domains', label: 'own-charity.domains', act: 'read', group: 'own-charity.group-pages' },
  {
    path: '/address',
    label: 'own-charity.address',
    act: 'ownership',
    group: 'own-charity.group-pages',
    untilClosed: true,
  },
  { path: '/settings', label: 'own-charity.settings', act: 'settings', group: 'own-charity.group-charity' },
  { path: '/letters', label: 'own-charity.letters', act: 'settings', group: 'own-charity.group-charity' },
  { path: '/thanks', label: 'own-charity.thanks', act: 'settings', group: 'own-charity.group-charity' },
  {
    path: '/verification',
    label: 'own-charity.verification',
    act: 'verification',
    group: 'own-charity.group-charity',
    needsPayouts: true,
  },
  { path: '/reports', label: 'own-charity.reports', act: 'reports', group: 'own-charity.group-charity' },
  { path: '/team', label: 'own-charity.team', act: 'members', group: 'own-charity.group-charity' },
  { path: '/api-keys', label: 'own-charity.api-keys', act: 'api-keys', group: 'own-charity.group-charity' },
  { path: '/webhooks', label: 'own-charity.webhooks', act: 'webhooks', group: 'own-charity.group-charity' },
  { path: '/audit', label: 'own-charity.audit', act: 'audit', group: 'own-charity.group-charity' },
  {
    path: '/ownership',
    label: 'own-charity.ownership-link',
    act: 'ownership',
    group: 'own-charity.group-charity',
    untilClosed: true,
  },
  {
    path: '/closing',
    label: 'own-charity.closing',
    act: 'ownership',
    group: 'own-charity.group-charity',
    untilClosed: true,
  },
]

/** Returns the menu of a member: the sections that their role may open, with whole paths. */
export const charityMenu = (charity: {
  readonly id: string
  readonly subdomain: string
  readonly role: MemberRole
  readonly isClosed: boolean
  readonly hasPayouts: boolean
  readonly hasGiftAid: boolean
}): readonly Section[] =>
  charitySections
    .filter(
      ({ act, needsPayouts, isForGiftAid, untilClosed }) =>
        canDo(charity.role, act) &&
        (charity.hasPayouts || !needsPayouts) &&
        (charity.hasGiftAid || !isForGiftAid) &&
        !(charity.isClosed && untilClosed),
    )
    .map((section) => ({
      ...section,
      path:
        section.path === hostedPages
          ? `/organizations/${charity.subdomain}${hostedPages}`
          : `/organize/charities/${charity.id}${section.path}`,
    }))
