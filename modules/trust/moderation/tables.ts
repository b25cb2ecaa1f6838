import type { Currency } from '#shared/money.ts'
import type { ColumnType } from 'kysely'
import type { CaseKind, ScorePart } from './rules/score.ts'

type Instant = ColumnType<Date, Date, never>
type Defaulted<T> = ColumnType<T, T | undefined, T>
type Maybe<T> = ColumnType<T | null, T | null | undefined, T | null>
type Later = ColumnType<Date | null, Date | null | undefined, Date | null>
type Json<T> = ColumnType<T, string, string>

/** A reason code with the number of reports. */
export type Reason = { readonly code: string; readonly count: number }

/** Transitions: requested → granted → revoked, expired or renewed; requested → declined. */
type ZakatVerificationState = 'requested' | 'granted' | 'declined' | 'revoked' | 'expired' | 'renewed'

declare module '#shared/ports.ts' {
  interface Tables {
    'moderation.case': {
      id: string
      kind: CaseKind
      subject_id: string
      campaign_id: bigint
      opened_at: Instant
      reasons: Json<readonly Reason[]>
      parts: Json<readonly ScorePart[]>
      score: number
      at_stake: bigint
      currency: Currency
      snapshot: Json<Readonly<Record<string, string>>>
      assignee_account_id: string | null
      state: ColumnType<'open' | 'decided', 'open' | undefined, 'decided'>
      decided_at: Later
      decided_by_account_id: string | null
      decision: string | null
      reason: string | null
    }
    'moderation.note': { id: string; case_id: string; author_id: string; body: string; written_at: Instant }
    'moderation.report': {
      id: string
      case_id: string
      reason: string
      body: string
      email: string | null
      account_id: string | null
      reporter_key: Buffer | null
      reported_at: Instant
    }
    'moderation.evidence': {
      id: string
      campaign_id: bigint
      verification_id: string | null
      place: number
      kind: 'webp' | 'pdf'
      bytes: number
      digest: Buffer
      description: string
      added_at: Instant
      added_by_account_id: string | null
    }
    'moderation.deleted_evidence': { id: string; kind: 'webp' | 'pdf'; deleted_at: Instant }
    'moderation.zakat_verification': {
      id: string
      campaign_id: bigint
      state: ZakatVerificationState
      categories: string[]
      note: string
      links: string[]
      ruled_by: Maybe<string>
      ruled_on: Maybe<string>
      schools: Defaulted<string[]>
      conditions: Defaulted<string>
      eligible_bps: Defaulted<number>
      document_url: Maybe<string>
      document_id: Maybe<string>
      requested_at: Instant
      requested_by_account_id: string | null
      reviewer_account_id: string | null
      verified_at: Later
      expires_at: Later
      ended_at: Later
      end_reason: string | null
      warned_at: Later
    }
  }
}
