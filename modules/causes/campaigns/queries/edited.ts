import type { Currency } from '#shared/money.ts'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db, Tables, Tx } from '#shared/ports.ts'
import type { Impact } from '../rules/impact.ts'
import type { GalleryPicture } from '../rules/gallery.ts'
import type { CampaignKind, CampaignStatus, TeamRole } from '../tables.ts'
import { gallerySelection } from './gallery.ts'

/** Editable content of a fundraiser. Amounts in minor units of `currency`. */
export type EditedCampaign = {
  readonly id: bigint
  readonly organizationId: bigint
  readonly slug: string
  readonly kind: CampaignKind
  readonly name: string
  readonly tagline: string
  readonly story: string
  readonly language: string
  readonly category: string
  readonly location: string
  readonly country: string | null
  readonly status: CampaignStatus
  readonly currency: Currency
  readonly goal: bigint | null
  readonly endsAt: Date | null
  readonly minimumDonation: bigint | null
  readonly coverId: string | null
  readonly coverAlt: string
  readonly gallery: GalleryPicture[]
  readonly isZakatRequested: boolean
  readonly zakatVerified: boolean
  readonly giftAid: boolean
  readonly taxReceiptCountries: string[]
  readonly tipsEnabled: boolean
  readonly impacts: Impact[]
  readonly organizerName: string
  /** When staff paused it. */
  readonly pausedByStaffAt: Date | null
}

const edited = [
  'id',
  'organization_id as organizationId',
  'slug',
  'kind',
  'name',
  'tagline',
  'story',
  'language',
  'category',
  'location',
  'country',
  'status',
  'currency',
  'goal',
  'ends_at as endsAt',
  'minimum_donation as minimumDonation',
  'cover_id as coverId',
  'cover_alt as coverAlt',
  'zakat_requested as isZakatRequested',
  'zakat_verified as zakatVerified',
  'gift_aid as giftAid',
  'tax_receipt_countries as taxReceiptCountries',
  'tips_enabled as tipsEnabled',
  'impacts',
  'organizer_name as organizerName',
  'paused_by_staff_at as pausedByStaffAt',
] as const
const gallery = gallerySelection('campaigns.campaign.id')

/** Returns a fundraiser with all editable content, including drafts. */
export const findEdited = (db: Db, campaignId: bigint): Promise<EditedCampaign | undefined> =>
  db
    .selectFrom('campaigns.campaign')
    .select([...edited, gallery])
    .where('id', '=', campaignId)
    .executeTakeFirst()

/** Returns the fundraiser and locks it against concurrent edits. Donations can still read it. */
export const lockEdited = (tx: Tx, campaignId: bigint): Promise<EditedCampaign | undefined> =>
  tx
    .selectFrom('campaigns.campaign')
    .select([...edited, gallery])
    .where('id', '=', campaignId)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Updates edited content, but never the status. */
export const updateEdited = (
  tx: Tx,
  campaignId: bigint,
  set: Omit<Updateable<Tables['campaigns.campaign']>, 'status'>,
) => tx.updateTable('campaigns.campaign').set(set).where('id', '=', campaignId).execute()

/** Changes the status; returns false if it wasn't the expected one. */
export const changeStatus = async (
  tx: Tx,
  campaignId: bigint,
  input: { from: CampaignStatus; to: CampaignStatus; at: Date },
): Promise<boolean> =>
  (await tx
    .updateTable('campaigns.campaign')
    .set({ status: input.to, changed_at: input.at })
    .where('id', '=', campaignId)
    .where('status', '=', input.from)
    .returning('id')
    .executeTakeFirst()) !== undefined

/**
 * Returns the slug keys that a fundraiser or a charity has, or that a charity had (content-33), including confusable
 * ones (`slugKey`). `exceptOf`: a charity that may take back its own earlier slugs.
 */
export const slugsTaken = async (
  tx: Tx,
  keys: readonly string[],
  exceptOf: bigint | null = null,
): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ key: string }>`
    select regexp_replace(slug, '-+', '-', 'g') as key
    from campaigns.campaign
    where regexp_replace(slug, '-+', '-', 'g') = any(${[...keys]}::text[])
    union
    select regexp_replace(subdomain, '-+', '-', 'g')
    from organizations.former_subdomain
    where regexp_replace(subdomain, '-+', '-', 'g') = any(${[...keys]}::text[])
      and organization_id is distinct from ${exceptOf}::bigint
  `.execute(tx)
  return new Set(rows.map(({ key }) => key))
}

/** Inserts a fundraiser; returns undefined if the slug was taken concurrently. */
export const insertFundraiser = async (
  tx: Tx,
  row: Insertable<Tables['campaigns.campaign']>,
): Promise<bigint | undefined> =>
  (
    await tx
      .insertInto('campaigns.campaign')
      .values(row)
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id

/** Renames a charity, its general fund, and the organizer name of its own fundraisers. */
export async function renameCharity(
  tx: Tx,
  input: { readonly organizationId: bigint; readonly from: string; readonly to: string; readonly at: Date },
): Promise<void> {
  const own = tx.updateTable('campaigns.campaign').where('organization_id', '=', input.organizationId)
  await own.set({ name: input.to, changed_at: input.at }).where('kind', '=', 'general-fund').execute()
  await own
    .set({ organizer_name: input.to, changed_at: input.at })
    .where('organizer_account_id', 'is', null)
    .where('organizer_name', '=', input.from)
    .execute()
}

/** Kinds in an account's list of fundraisers. Hosted pages and supporters' pages have separate lists. */
const ownKinds = ['fundraiser', 'general-fund'] as const
type OwnKind = (typeof ownKinds)[number]

export type OwnCampaign = {
  readonly id: bigint
  readonly slug: string
  readonly name: string
  readonly kind: OwnKind
  readonly language: string
  readonly category: string
  readonly status: CampaignStatus
  readonly currency: Currency
  readonly goal: bigint | null
  readonly endsAt: Date | null
  readonly organizationId: bigint
  readonly coverId: string | null
  readonly coverAlt: string
  readonly changedAt: Date
  readonly teamRole: TeamRole | null
}

/** Returns the fundraisers of an account's teams and charities, most recently changed first. */
export const listOwnCampaigns = (
  db: Db,
  input: { accountId: string; organizationIds: readonly bigint[]; limit: number },
): Promise<OwnCampaign[]> =>
  db
    .selectFrom('campaigns.campaign as c')
    .leftJoin('campaigns.team_member as m', (join) =>
      join.onRef('m.campaign_id', '=', 'c.id').on('m.account_id', '=', input.accountId),
    )
    .select([
      'c.id',
      'c.slug',
      'c.name',
      'c.kind',
      'c.language',
      'c.category',
      'c.status',
      'c.currency',
      'c.goal',
      'c.ends_at as endsAt',
      'c.organization_id as organizationId',
      'c.cover_id as coverId',
      'c.cover_alt as coverAlt',
      'c.changed_at as changedAt',
      'm.role as teamRole',
    ])
    .where('c.kind', 'in', ownKinds)
    .$narrowType<{ kind: OwnKind }>()
    .where((e) =>
      e.or([
        e('m.account_id', 'is not', null),
        ...(input.organizationIds.length > 0 ? [e('c.organization_id', 'in', [...input.organizationIds])] : []),
      ]),
    )
    .orderBy('c.changed_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(input.limit)
    .execute()

/** Counts an account's drafts: those it organizes, and those it started and is a team member of. */
export const countDrafts = async (tx: Tx, accountId: string): Promise<number> =>
  (
    await tx
      .selectFrom('campaigns.team_member as m')
      .innerJoin('campaigns.campaign as c', 'c.id', 'm.campaign_id')
      .select('c.id')
      .where('m.account_id', '=', accountId)
      .where((e) => e.or([e('m.role', '=', 'organizer'), e('m.added_at', '=', e.ref('c.created_at'))]))
      .where('c.status', '=', 0)
      .execute()
  ).length
