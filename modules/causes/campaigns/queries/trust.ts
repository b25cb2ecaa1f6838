import type { Currency } from '#shared/money.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import type { ZakatCategory } from '../rules/zakat.ts'
import '../tables.ts'

/** What those who look into a fundraiser must know of it, whatever its state. */
export type LookedIntoCampaign = {
  readonly id: bigint
  readonly slug: string
  readonly name: string
  readonly tagline: string
  /** Cleaned HTML (`rich-text.ts`). */
  readonly story: string
  readonly language: string
  readonly status: number
  readonly currency: Currency
  readonly zakatVerified: boolean
  readonly organizationId: bigint
  /** Since when staff holds it. */
  readonly heldAt: Date | null
}

const columns = [
  'id',
  'slug',
  'name',
  'tagline',
  'story',
  'language',
  'status',
  'currency',
  'zakat_verified as zakatVerified',
  'organization_id as organizationId',
  'held_at as heldAt',
] as const

export const findLookedInto = (db: Db, campaignId: bigint): Promise<LookedIntoCampaign | undefined> =>
  db.selectFrom('campaigns.campaign').select(columns).where('id', '=', campaignId).executeTakeFirst()

/**
 * Whether a fundraiser is verified for Zakat, as SQL: with the last second of it that is over, whenever the job that
 * takes the mark away comes by.
 */
export const isZakatVerified = (campaign: string, now: string) =>
  `(${campaign}.zakat_verified and (${campaign}.zakat_until is null or ${campaign}.zakat_until > ${now}))`

/**
 * For whom gifts to it may be given as Zakat from now on, and until when; `null`: they may not. What was given before
 * keeps its mark.
 */
export const setZakatVerified = (
  tx: Tx,
  campaignId: bigint,
  as: { readonly categories: readonly ZakatCategory[]; readonly until: Date } | null,
  at: Date,
) =>
  tx
    .updateTable('campaigns.campaign')
    .set({
      zakat_verified: as !== null,
      zakat_until: as?.until ?? null,
      zakat_categories: [...(as?.categories ?? [])],
      changed_at: at,
    })
    .where('id', '=', campaignId)
    .execute()

/**
 * A public fundraiser takes no gifts until staff lets it, also where its own people had paused it; false where there is
 * nothing to hold.
 */
export const pauseCampaign = async (tx: Tx, campaignId: bigint, at: Date): Promise<boolean> =>
  (await tx
    .updateTable('campaigns.campaign')
    .set((e) => ({ status: 2, held_at: at, held_from: sql<1 | 2>`${e.ref('status')}`, changed_at: at }))
    .where('id', '=', campaignId)
    .where('status', 'in', [1, 2])
    .where('held_at', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined

/** What staff paused is again as its people left it; false where staff holds nothing. */
export const letGoOn = async (tx: Tx, campaignId: bigint, at: Date): Promise<boolean> =>
  (await tx
    .updateTable('campaigns.campaign')
    .set({ status: sql<1 | 2>`coalesce(held_from, 1)`, held_at: null, held_from: null, changed_at: at })
    .where('id', '=', campaignId)
    .where('status', '=', 2)
    .where('held_at', 'is not', null)
    .returning('id')
    .executeTakeFirst()) !== undefined
