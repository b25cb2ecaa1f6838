/** A person's role for a fundraiser: in its team, or in its charity. */
export type TeamPart =
  | 'organizer'
  | 'editor'
  | 'viewer'
  | 'charity-owner'
  | 'charity-admin'
  | 'charity-finance'
  | 'charity-editor'
  | 'charity-donor-support'

/** Permissions for a fundraiser. */
export const runningActs = [
  /** View the fundraiser's pages for its team, even before it is public. */
  'look',
  /** View figures: what was raised, by day and source, and forecasts. */
  'figures',
  /** Edit story, picture, levels, news, and words of support. */
  'edit',
  /** Manage the team. */
  'team',
  /** Submit, pause, close (accounts-8). */
  'state',
  /** Record offline donations (accounts-8, content-11). */
  'offline',
  /** View the donors' table, and thank donors. */
  'donors',
  /** View donors' data: claims of levels, addresses, files of donors. */
  'claims',
] as const
export type RunningAct = (typeof runningActs)[number]

const everyone: readonly TeamPart[] = [
  'organizer',
  'editor',
  'viewer',
  'charity-owner',
  'charity-admin',
  'charity-finance',
  'charity-editor',
  'charity-donor-support',
]
const may: Readonly<Record<RunningAct, readonly TeamPart[]>> = {
  look: everyone,
  figures: ['organizer', 'editor', 'viewer', 'charity-owner', 'charity-admin', 'charity-finance'],
  edit: ['organizer', 'editor', 'charity-owner', 'charity-admin', 'charity-editor'],
  team: ['organizer', 'charity-owner', 'charity-admin'],
  state: ['organizer', 'charity-owner', 'charity-admin', 'charity-finance'],
  offline: ['organizer', 'charity-owner', 'charity-admin', 'charity-finance'],
  donors: ['organizer', 'charity-owner', 'charity-admin', 'charity-finance', 'charity-donor-support'],
  claims: ['organizer', 'charity-owner', 'charity-admin', 'charity-finance'],
}

/** Whether any of a person's roles includes the permission. */
export const canAct = (parts: readonly TeamPart[], act: RunningAct): boolean =>
  parts.some((part) => may[act].includes(part))
