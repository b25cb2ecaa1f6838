import type { AccountViewer } from '#modules/platform/identity/index.ts'
import type { RequestFacts } from '#shared/endpoint.ts'
import type { Db, Tx } from '#shared/ports.ts'
import type { ModerationPorts } from './ports.ts'
import type { RulingInput } from './rules/zakat-ruling.ts'

/** What a case is about, as it stands now. */
export type Described = {
  readonly title: string
  readonly language: string
  /** Where it can be seen; `null` where the public cannot. */
  readonly href: string | null
  /** The texts that are judged, by name; the same names as in the case's snapshot, which they are compared with. */
  readonly texts: Readonly<Record<string, string>>
  /** What it is judged by besides, shown elsewhere on the page or behind `href`. */
  readonly besides?: readonly string[]
}

/** What was decided, by whom. */
export type Verdict = {
  readonly subjectId: string
  readonly campaignId: bigint
  readonly decision: string
  readonly reason: string
  /**
   * What whoever asked is told, where the subject's own module writes to them: the paragraph and the words that were
   * chosen.
   */
  readonly told: string
  readonly reviewerId: string
  readonly at: Date
  /** For zakat: who receives it, until when, and the ruling. */
  readonly categories?: readonly string[] | undefined
  readonly expiresAt?: Date | undefined
  readonly ruling?: RulingInput | undefined
}

/**
 * One kind of what is looked into: how it is shown, and what a decision does to it. A new kind has its file here and
 * its row below.
 */
export type SubjectKind = {
  /** Undefined: it is no longer there. */
  describe(db: Db, subjectId: string, ports: ModerationPorts): Promise<Described | undefined>
  /**
   * Keeps others from changing it until the transaction ends. Only for what may change while its case waits and must
   * not go out unread.
   */
  hold?(tx: Tx, subject: Pick<Verdict, 'subjectId' | 'campaignId'>): Promise<void>
  /** Does what was decided, in the transaction that closes the case; may refuse with a `Problem`. */
  decide?(ports: ModerationPorts, tx: Tx, verdict: Verdict): Promise<void>
  /**
   * Does it before the case closes, where it takes transactions of its own; twice is once. Where we die in between, the
   * case closes as gone.
   */
  settle?(ports: ModerationPorts, viewer: AccountViewer, facts: RequestFacts, verdict: Verdict): Promise<void>
}
