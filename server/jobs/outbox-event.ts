export type OutboxEvent = {
  readonly id: bigint
  readonly kind: string
  readonly payload: unknown
  readonly occurred_at: Date
  /** Number of failed attempts. */
  readonly attempts: number
}
