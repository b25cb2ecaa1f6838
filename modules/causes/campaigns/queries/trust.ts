import { sql, type Selection } from 'kysely'
import type { Db, Tx, Tables } from '#shared/ports.ts'
import type { ZakatCategory, ZakatSchool } from '../rules/zakat.ts'
import '../tables.ts'

/** The data that reviewers need about a fundraiser in any state. */
export type ReviewedCampaign = Readonly<Selection<Tables, 'campaigns.campaign', (typeof columns)[number]>>

const columns = [
  'id',
  'slug',
  'name',
  'tagline',
  // Sanitized HTML (`rich-text.ts`).
  'story',
  'language',
  'status',
  'currency',
  'zakat_verified as zakatVerified',
  'organization_id as organizationId',
  // When staff paused it.
  'paused_by_staff_at as pausedByStaffAt',
] as const

export const findReviewedCampaign = (db: Db, campaignId: bigint): Promise<ReviewedCampaign | undefined> =>
  db.selectFrom('campaigns.campaign').select(columns).where('id', '=', campaignId).executeTakeFirst()

/**
 * Returns SQL that tells whether a fundraiser is verified for zakat. The verification ends with its last second, even
 * if the job that removes the mark runs later.
 */
export const isZakatVerified = (campaign: string, now: string) =>
  `(${campaign}.zakat_verified and (${campaign}.zakat_until is null or ${campaign}.zakat_until > ${now}))`

/**
 * Sets recipients, end and eligible part (basis points; 100 % by default) of a zakat verification; `null`: not
 * verified. Past donations keep their mark and part.
 */
export const setZakatVerified = (
  tx: Tx,
  campaignId: bigint,
  as: {
    readonly categories: readonly ZakatCategory[]
    readonly schools: readonly ZakatSchool[]
    readonly until: Date
    readonly eligibleBps?: number
  } | null,
  instant: Date,
) =>
  tx
    .updateTable('campaigns.campaign')
    .set({
      zakat_verified: as !== null,
      zakat_until: as?.until ?? null,
      zakat_categories: [...(as?.categories ?? [])],
      zakat_schools: [...(as?.schools ?? [])],
      zakat_eligible_bps: as?.eligibleBps ?? 10_000,
      changed_at: instant,
    })
    .where('id', '=', campaignId)
    .execute()

/** Pauses a public fundraiser until staff resume it, even if its organizer had paused it; false if not possible. */
export const pauseCampaign = async (tx: Tx, campaignId: bigint, instant: Date): Promise<boolean> =>
  (await tx
    .updateTable('campaigns.campaign')
    .set((e) => ({
      status: 2,
      paused_by_staff_at: instant,
      status_before_pause: sql<1 | 2>`${e.ref('status')}`,
      changed_at: instant,
    }))
    .where('id', '=', campaignId)
    .where('status', 'in', [1, 2])
    .where('paused_by_staff_at', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Restores the status from before the pause by staff; false if staff has not paused it. */
export const resumeCampaignPausedByStaff = async (tx: Tx, campaignId: bigint, instant: Date): Promise<boolean> =>
  (await tx
    .updateTable('campaigns.campaign')
    .set({
      status: sql<1 | 2>`coalesce(status_before_pause, 1)`,
      paused_by_staff_at: null,
      status_before_pause: null,
      changed_at: instant,
    })
    .where('id', '=', campaignId)
    .where('status', '=', 2)
    .where('paused_by_staff_at', 'is not', null)
    .returning('id')
    .executeTakeFirst()) !== undefined
