import type { ColumnType } from 'kysely'
import '#modules/causes/campaigns/index.ts'

type Instant = ColumnType<Date, Date, Date>
type MaybeInstant = ColumnType<Date | null, Date | null | undefined, Date | null>
/** Read as a value, written as JSON text. */
type Json<T> = ColumnType<T, string, string>

declare module '#shared/ports.ts' {
  interface Tables {
    'fundraising.draft': {
      campaign_id: bigint
      version: number
      content: Json<unknown>
      changed_by: string | null
      changed_at: Instant
      published: ColumnType<boolean, boolean | undefined, boolean>
    }
    'fundraising.submission': {
      id: string
      campaign_id: bigint
      submitted_by: string | null
      submitted_at: Instant
      decided_at: MaybeInstant
      decided_by: ColumnType<string | null, string | null | undefined, string | null>
      decision: ColumnType<SubmissionDecision | null, SubmissionDecision | null | undefined, SubmissionDecision | null>
      reason: ColumnType<string, string | undefined, string>
      /** Null: the charity is not asked. */
      charity_state: ColumnType<'asked' | 'accepted' | null, 'asked' | null | undefined, 'accepted'>
    }
    'fundraising.revision': {
      id: string
      campaign_id: bigint
      author_id: string | null
      revised_at: Instant
      before: Json<Record<string, unknown>>
      after: Json<Record<string, unknown>>
    }
    'fundraising.invitation': {
      id: string
      campaign_id: bigint | null
      organization_id: bigint | null
      email: string
      email_key: string
      role: string
      public_name: ColumnType<string, string | undefined, string>
      public_role: ColumnType<string, string | undefined, string>
      invited_by: string | null
      code_hash: Buffer
      invited_at: Instant
      expires_at: Instant
      ended_at: MaybeInstant
    }
    'fundraising.news_mail': { news_id: string; email_hash: string; queued_at: Instant }
    'fundraising.unsubscription': { campaign_id: bigint; email_hash: string; unsubscribed_at: Instant }
  }
}

export type SubmissionDecision = 'approved' | 'rejected' | 'withdrawn' | 'refused'
