import type { ColumnType } from 'kysely'
import '#modules/causes/campaigns/index.ts'
import type { ChangedFields } from './rules/merge-page.ts'
import type { PageContent } from './rules/page-content.ts'

type Instant = ColumnType<Date, Date, Date>
type Maybe<T> = ColumnType<T | null, T | null | undefined, T | null>
/** Read as a value, written as JSON text. */
type Json<T> = ColumnType<T, string, string>

declare module '#shared/ports.ts' {
  interface Tables {
    'hosted_pages.page': {
      id: string
      organization_id: bigint
      campaign_id: bigint
      slug: string
      draft: Json<PageContent>
      version: number
      changed: Json<ChangedFields>
      published_version: Maybe<number>
      published_at: Maybe<Date>
      review_requested_at: Maybe<Date>
      created_by_account_id: string | null
      request_key: Maybe<string>
      request_hash: Maybe<string>
      saves_minute: Maybe<Date>
      saves: ColumnType<number, number | undefined, number>
      created_at: ColumnType<Date, Date, never>
      changed_at: Instant
    }
    'hosted_pages.slug': { organization_id: bigint; slug_key: string; slug: string; page_id: string }
    'hosted_pages.version': {
      page_id: string
      number: number
      content: Json<PageContent>
      published_at: Instant
      published_by_account_id: string | null
    }
    'hosted_pages.level': { id: string; page_id: string; level_id: Maybe<bigint> }
  }
}
