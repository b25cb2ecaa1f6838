import type { Impact } from './rules/impact.ts'
import type { Currency } from '#shared/money.ts'
import type { ColumnType, GeneratedAlways } from 'kysely'
import type { CampaignKind } from './rules/kinds.ts'
import type { LevelOptionColumns } from './rules/level-fields.ts'
import '#modules/platform/media/index.ts'
import '#modules/causes/organizations/index.ts'

/** 0 draft · 1 active · 2 paused · 3 closed */
export type CampaignStatus = 0 | 1 | 2 | 3

export type { CampaignKind }

/** Frequency of donations, as in plans and links. */
export type CampaignFrequency = 'onetime' | 'day' | 'week' | 'month' | 'year'
/** `card` includes saved cards and bank debits. */
export type CampaignPaymentMethod = 'card' | 'applepay' | 'googlepay'

/** Permissions of a team member. */
export type TeamRole = 'organizer' | 'editor' | 'viewer'

/** A column with a default in the database. */
type Defaulted<T> = ColumnType<T, T | undefined, T>
type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>
type Counted = ColumnType<number, number | undefined, number>

declare module '#shared/ports.ts' {
  interface Tables {
    'campaigns.campaign': {
      id: GeneratedAlways<bigint>
      organization_id: bigint
      slug: string
      kind: Defaulted<CampaignKind>
      name: string
      tagline: Defaulted<string>
      story: Defaulted<string>
      language: Defaulted<string>
      category: string
      location: Defaulted<string>
      country: string | null
      status: CampaignStatus
      currency: ColumnType<Currency, string, string>
      goal: bigint | null
      ends_at: ColumnType<Date | null, Date | null, Date | null>
      minimum_donation: bigint | null
      organizer_name: string
      organizer_account_id: string | null
      paused_by_staff_at: ColumnType<Date | null, Date | null | undefined, Date | null>
      /** Its status before staff paused it. */
      status_before_pause: ColumnType<1 | 2 | null, 1 | 2 | null | undefined, 1 | 2 | null>
      /** When the members of a hosted page archived it. */
      archived_at: ColumnType<Date | null, Date | null | undefined, Date | null>
      cover_id: ColumnType<string | null, string | null | undefined, string | null>
      cover_alt: Defaulted<string>
      zakat_requested: Defaulted<boolean>
      zakat_verified: Defaulted<boolean>
      /** End of the verification; null: not verified, or without an end. */
      zakat_until: ColumnType<Date | null, Date | null | undefined, Date | null>
      gift_aid: Defaulted<boolean>
      tax_receipt_countries: Defaulted<string[]>
      tips_enabled: Defaulted<boolean>
      /** What certain amounts do, as JSON; at most three. */
      impacts: ColumnType<Impact[], string | undefined, string>
      /** Whether the campaign appears in lists, search and events. */
      listed: Defaulted<boolean>
      /** Null: the frequencies of the charity's plans. */
      frequencies: ColumnType<
        CampaignFrequency[] | null,
        CampaignFrequency[] | null | undefined,
        CampaignFrequency[] | null
      >
      /** Null: all. */
      payment_methods: ColumnType<
        CampaignPaymentMethod[] | null,
        CampaignPaymentMethod[] | null | undefined,
        CampaignPaymentMethod[] | null
      >
      tags: Defaulted<string[]>
      zakat_categories: Defaulted<string[]>
      zakat_schools: Defaulted<string[]>
      /** The part of a zakat donation that counts as zakat, in basis points. */
      zakat_eligible_bps: Defaulted<number>
      featured_rank: number | null
      /** The campaign above a team or supporter's page, and its kind. */
      parent_id: Nullable<bigint>
      parent_kind: Nullable<'fundraiser' | 'hosted-page' | 'team'>
      /** Whether supporters may open pages below it. */
      takes_supporters: Defaulted<boolean>
      /** Whether each page below it waits for approval. */
      approves_supporters: Defaulted<boolean>
      has_leaderboard: Defaulted<boolean>
      created_at: ColumnType<Date, Date, never>
      changed_at: ColumnType<Date, Date, Date>
    }
    'campaigns.level': {
      id: GeneratedAlways<bigint>
      campaign_id: bigint
      position: number
      title: string
      description: Defaulted<string>
      amount: bigint
      claim_limit: Counted
      claimed: Counted
      reserved: Counted
      flags: Counted
      status: Defaulted<1 | 9>
      benefit_value: Defaulted<bigint>
      version: Counted
      idempotency_key: ColumnType<string | null, string | undefined, never>
      /** A qurbani item's level is edited by its own module, not in the fundraiser's list. */
      kind: ColumnType<'level' | 'qurbani', 'level' | 'qurbani' | undefined, never>
      /** The only frequency it is for; null: any. */
      frequency: ColumnType<CampaignFrequency | null, CampaignFrequency | null | undefined, CampaignFrequency | null>
      /** The price of `bundle_size` pieces. */
      bundle_size: ColumnType<number | null, number | null | undefined, number | null>
      bundle_amount: ColumnType<bigint | null, bigint | null | undefined, bigint | null>
      /** Shares in one piece of a qurbani item. */
      shares: ColumnType<number | null, number | null | undefined, number | null>
    } & { [Column in keyof LevelOptionColumns]: Defaulted<LevelOptionColumns[Column]> }
    'campaigns.gallery_picture': {
      campaign_id: bigint
      position: number
      picture_id: string
      alt: Defaulted<string>
      focus_x: Counted
      focus_y: Counted
    }
    'campaigns.level_claim': {
      intent_id: string
      level_id: bigint
      quantity: number
      state: 'reserved' | 'claimed' | 'released'
      reserved_at: ColumnType<Date, Date, Date>
    }
    'campaigns.total': {
      campaign_id: bigint
      raised: Defaulted<bigint>
      donation_count: Defaulted<bigint>
      donor_count: Defaulted<bigint>
      last_donation_at: ColumnType<Date | null, Date | null, Date | null>
    }
    'campaigns.team_member': {
      campaign_id: bigint
      account_id: string
      role: TeamRole
      public_name: Defaulted<string>
      public_role: Defaulted<string>
      position: Counted
      added_at: ColumnType<Date, Date, never>
    }
    'campaigns.news': {
      id: string
      campaign_id: bigint
      author_id: string | null
      title: string
      body: string
      published_at: ColumnType<Date, Date, Date>
      changed_at: ColumnType<Date | null, Date | null | undefined, Date>
      idempotency_key: ColumnType<string | null, string | undefined, never>
    }
    'campaigns.view_count': { campaign_id: bigint; day: string; views: bigint }
    'campaigns.view_source': { campaign_id: bigint; day: string; source: string; device: string; views: bigint }
    'campaigns.donor': { campaign_id: bigint; donor_key: Buffer }
  }
}
