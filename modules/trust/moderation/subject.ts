import type { MatchForStaff } from '#modules/organizers/charities/index.ts'
import type { SubmissionDetails } from '#modules/organizers/fundraising/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Db, Tx } from '#shared/ports.ts'
import type { ModerationPorts } from './ports.ts'
import type { RulingInput } from './rules/zakat-ruling.ts'

/** The subject of a case in its current state. */
export type SubjectDetails = {
  readonly title: string
  readonly language: string
  /** URL of its public page; null if it has none. */
  readonly href: string | null
  /** The reviewed texts by name, as in the case's snapshot. */
  readonly texts: Readonly<Record<string, string>>
  /** A submitted fundraiser, or a screening match, with all that its case shows. */
  readonly fundraiser?: SubmissionDetails
  readonly match?: MatchForStaff
  /** Earlier texts of a subject whose case has no snapshot of them. */
  readonly before?: Readonly<Record<string, string>>
  /** Other data for the decision, shown elsewhere on the page or behind `href`. */
  readonly besides?: readonly string[]
}

/** A decision and its reviewer. */
export type RecordedDecision = {
  readonly subjectId: string
  readonly campaignId: bigint
  readonly decision: string
  readonly reason: string
  /**
   * Text for the requester, if the subject's own module mails them: the chosen template and the reviewer's own text.
   */
  readonly letterText: string
  readonly reviewerId: string
  readonly at: Date
  /** For zakat: recipients, end date and ruling. */
  readonly categories?: readonly string[] | undefined
  readonly expiresAt?: Date | undefined
  readonly ruling?: RulingInput | undefined
}

/**
 * A kind of review: what it shows, and what a decision does. A new kind needs a file here and a row in `subjects.ts`.
 */
export type SubjectKind = {
  /** Returns the subject; undefined if it no longer exists. */
  describe(db: Db, subjectId: string, ports: ModerationPorts): Promise<SubjectDetails | undefined>
  /**
   * Locks the subject until the transaction ends. Only for subjects that can change while their case is open and must
   * not be published unread.
   */
  hold?(tx: Tx, subject: Pick<RecordedDecision, 'subjectId' | 'campaignId'>): Promise<void>
  /**
   * Applies the decision in the transaction that closes the case; may throw a `Problem`. `waits`: a second person must
   * decide the same, so the case stays open.
   */
  decide?(ports: ModerationPorts, tx: Tx, verdict: RecordedDecision): Promise<'waits' | void>
  /**
   * Carries out the decision before the case closes, in its own transactions; idempotent. If the process dies in
   * between, the case closes as resolved elsewhere.
   */
  settle?(
    ports: ModerationPorts,
    viewer: AccountViewer,
    context: RequestContext,
    verdict: RecordedDecision,
  ): Promise<void>
}
