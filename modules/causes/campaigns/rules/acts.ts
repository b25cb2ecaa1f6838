/** What somebody is to a fundraiser: of its team, or of the charity that receives its gifts. */
export type Part =
  | 'organizer'
  | 'editor'
  | 'viewer'
  | 'charity-owner'
  | 'charity-admin'
  | 'charity-finance'
  | 'charity-editor'
  | 'charity-donor-support'

/** What running a fundraiser consists of. */
export const runningActs = [
  /** Seeing its figures, also before it is public. */
  'look',
  /** Story, picture, levels, news, its words of support. */
  'edit',
  /** Who else may. */
  'team',
  /** Sending it for review, pausing, closing (accounts-8). */
  'state',
  /** Gifts that came another way (accounts-8, content-11). */
  'offline',
  /** The donors' table, and thanking them. */
  'donors',
  /** What donors sent with their donations: claims of levels, addresses, files of donors. */
  'claims',
] as const
export type RunningAct = (typeof runningActs)[number]

const everybody: readonly Part[] = [
  'organizer',
  'editor',
  'viewer',
  'charity-owner',
  'charity-admin',
  'charity-finance',
  'charity-editor',
  'charity-donor-support',
]
const may: Readonly<Record<RunningAct, readonly Part[]>> = {
  look: everybody,
  edit: ['organizer', 'editor', 'charity-owner', 'charity-admin', 'charity-editor'],
  team: ['organizer', 'charity-owner', 'charity-admin'],
  state: ['organizer', 'charity-owner', 'charity-admin', 'charity-finance'],
  offline: ['organizer', 'charity-owner', 'charity-admin', 'charity-finance'],
  donors: ['organizer', 'charity-owner', 'charity-admin', 'charity-finance', 'charity-donor-support'],
  claims: ['organizer', 'charity-owner', 'charity-admin', 'charity-finance'],
}

/** Whether any of somebody's parts in a fundraiser lets them do it. */
export const mayAct = (parts: readonly Part[], act: RunningAct): boolean =>
  parts.some((part) => may[act].includes(part))
