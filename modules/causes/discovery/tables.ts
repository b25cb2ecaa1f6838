import type { ColumnType, GeneratedAlways } from 'kysely'
import '#modules/causes/campaigns/index.ts'

declare module '#shared/ports.ts' {
  interface Tables {
    /** Written by triggers only (database/migrations/0002_causes.sql). */
    'discovery.document': {
      campaign_id: bigint
      kind: 'fundraiser' | 'general-fund'
      status: 1 | 2 | 3
      category: string
      country: string | null
      charity: string
      zakat_verified: boolean
      gift_aid: boolean
      featured_rank: number | null
      tags: string[]
      created_at: Date
      changed_at: Date
      ends_at: Date
      percent: number | null
      facets: string[]
    }
    'discovery.list': {
      id: GeneratedAlways<bigint>
      title: string
      created_at: ColumnType<Date, Date, never>
      changed_at: ColumnType<Date, Date, Date>
    }
    'discovery.list_item': { list_id: bigint; campaign_id: bigint; position: number }
    'discovery.event': {
      id: GeneratedAlways<bigint>
      slug: string
      title: string
      title_ar: string | null
      about: string
      about_ar: string | null
      starts_on: string
      ends_on: string
      list_id: bigint
    }
    'discovery.featured': {
      ad_spot: string
      kind: 'fundraiser' | 'general-fund'
      campaign_id: bigint
      position: number
    }
    'discovery.ad_variant': {
      campaign_id: bigint
      ad_spot: string
      position: number
      creative_type: 'image' | 'video'
      creative_url: string
    }
  }
}
