import type { ColumnType } from 'kysely'
import type { WordsReviewReason } from './rules/needs-review.ts'

/** Who hid the words. */
type HiddenBy = 'author' | 'organizer' | 'staff'

declare module '#shared/ports.ts' {
  interface Tables {
    'comments.comment': {
      id: string
      campaign_id: bigint
      donation_id: string
      author_id: string
      body: string
      display_name: string
      display_place: string
      created_at: ColumnType<Date, Date, never>
      changed_at: ColumnType<Date | null, Date | null | undefined, Date>
      hidden_at: ColumnType<Date | null, Date | null | undefined, Date | null>
      hidden_by: ColumnType<HiddenBy | null, HiddenBy | null | undefined, HiddenBy | null>
      hidden_reason: ColumnType<string, string | undefined, string>
      review_since: ColumnType<Date | null, Date | null | undefined, Date | null>
      review_reason: ColumnType<
        WordsReviewReason | null,
        WordsReviewReason | null | undefined,
        WordsReviewReason | null
      >
    }
  }
}
