import { type CampaignKind, isSupporterKind } from '#modules/causes/campaigns/rules/kinds.ts'
import type { RunningAct } from '#modules/causes/campaigns/rules/acts.ts'
import type { MessageKey } from '#web/lib/text.tsx'

/** Sections below `/organize/<id>` in menu order; the first is the overview. */
export const organizeSections: readonly {
  readonly path: string
  readonly label: MessageKey
  readonly act: RunningAct
  readonly group?: MessageKey
}[] = [
  { path: '', label: 'organize.overview', act: 'look' },
  { path: '/share', label: 'organize.share', act: 'look' },
  { path: '/views', label: 'organize.page-views', act: 'figures' },
  { path: '/edit', label: 'fundraising.edit', act: 'edit', group: 'organize.group-page' },
  { path: '/levels', label: 'fundraising.levels', act: 'edit', group: 'organize.group-page' },
  { path: '/news', label: 'fundraising.news', act: 'look', group: 'organize.group-page' },
  { path: '/words', label: 'comments.title', act: 'edit', group: 'organize.group-page' },
  { path: '/supporters', label: 'organize.supporters', act: 'edit', group: 'organize.group-page' },
  { path: '/donations', label: 'organize.donations', act: 'donors', group: 'organize.group-donors' },
  { path: '/claims', label: 'organize.claims', act: 'claims', group: 'organize.group-donors' },
  { path: '/offline', label: 'organize.offline', act: 'offline', group: 'organize.group-donors' },
  { path: '/plans', label: 'organize.plans', act: 'edit', group: 'organize.group-giving' },
  { path: '/zakat', label: 'organize.zakat', act: 'edit', group: 'organize.group-giving' },
  { path: '/qurbani', label: 'organize.qurbani', act: 'edit', group: 'organize.group-giving' },
  { path: '/distributions', label: 'organize.distributions', act: 'offline', group: 'organize.group-giving' },
  { path: '/team', label: 'fundraising.team', act: 'look', group: 'organize.group-settings' },
  { path: '/state', label: 'fundraising.state', act: 'state', group: 'organize.group-settings' },
]

/** Sections that hosted pages don't have, because they have their own editor. */
const notOfPages: readonly string[] = ['/edit', '/levels', '/state', '/team']

/** Sections of a supporter's page that the charity's members can read. */
const ofSupporters: readonly string[] = ['', '/share', '/views', '/donations', '/claims', '/offline', '/distributions']

/** Returns whether a campaign of this kind has the section. */
export const hasSection = ({ path }: (typeof organizeSections)[number], kind: CampaignKind): boolean => {
  if (isSupporterKind(kind)) return ofSupporters.includes(path)
  if (kind === 'general-fund') return path !== '/supporters'
  return kind !== 'hosted-page' || !notOfPages.includes(path)
}

/** Returns the label; a general fund can be paused but neither published nor closed. */
export const sectionLabel = ({ label }: (typeof organizeSections)[number], kind: CampaignKind): MessageKey =>
  label === 'fundraising.state' && kind === 'general-fund' ? 'fundraising.state-fund' : label
