import type { RunningAct } from '#modules/causes/campaigns/rules/acts.ts'
import type { MessageKey } from '../../../lib/text.tsx'

type Kind = 'fundraiser' | 'general-fund'

/** Sections under `/organize/<id>`, in menu order; the first is the page itself. */
export const organizeSections: readonly {
  readonly path: string
  readonly label: MessageKey
  readonly act: RunningAct
}[] = [
  { path: '', label: 'organize.overview', act: 'look' },
  { path: '/edit', label: 'fundraising.edit', act: 'edit' },
  { path: '/levels', label: 'fundraising.levels', act: 'edit' },
  { path: '/news', label: 'fundraising.news', act: 'look' },
  { path: '/words', label: 'comments.title', act: 'edit' },
  { path: '/gifts', label: 'organize.gifts', act: 'donors' },
  { path: '/claims', label: 'organize.claims', act: 'claims' },
  { path: '/offline', label: 'organize.offline', act: 'offline' },
  { path: '/share', label: 'organize.share', act: 'look' },
  { path: '/plans', label: 'organize.plans', act: 'edit' },
  { path: '/zakat', label: 'organize.zakat', act: 'edit' },
  { path: '/qurbani', label: 'organize.qurbani', act: 'edit' },
  { path: '/distributions', label: 'organize.distributions', act: 'offline' },
  { path: '/team', label: 'fundraising.team', act: 'look' },
  { path: '/state', label: 'fundraising.state', act: 'state' },
]

/** A general fund can be paused but neither published nor closed. */
export const sectionLabel = ({ label }: (typeof organizeSections)[number], kind: Kind): MessageKey =>
  label === 'fundraising.state' && kind === 'general-fund' ? 'fundraising.state-fund' : label
