import type { Ports } from '#shared/ports.ts'
import { isFewRows, type Part, statementOf } from '#shared/statement.ts'
import type { AttemptState } from './rules/attempt.ts'
import type { IntentState } from './rules/intent.ts'

export type Conclusion = {
  readonly attemptId: string
  readonly attemptState: AttemptState
  readonly intentState: IntentState
  readonly chargeId?: string
  readonly card?: {
    readonly brand: string
    readonly last4: string
    readonly fingerprint?: string
    readonly country?: string
  }
  readonly declineCode?: string
  readonly declineClass?: string
  readonly challenge?: { readonly url: string; readonly clientSecret?: string }
  /** Time at which the bank started to process the payment; the first report is kept. */
  readonly processingAt?: Date
  readonly challengeExpiresAt?: Date
  readonly nextLookupAt?: Date
  readonly at: Date
}

/**
 * Builds the statement parts that move unresolved attempts and their intents; an attempt may appear only once in the
 * list. The first part is called `concluded` and returns one row per attempt that had no final state. Everything that
 * follows from a final state joins it, so it happens once. The condition lists final states, so that
 * PostgreSQL finds rows by primary key instead of scanning the index of unresolved attempts.
 */
export const concludeParts = (list: readonly Conclusion[]): Part[] => [
  {
    name: 'concluded',
    sql: `
      update payments.attempt a
      set
        state = c.state,
        provider_charge_id = coalesce(c.charge_id, a.provider_charge_id),
        card_brand = coalesce(c.brand, a.card_brand),
        card_last4 = coalesce(c.last4, a.card_last4),
        card_fingerprint = coalesce(c.fingerprint, a.card_fingerprint),
        card_country = coalesce(c.country, a.card_country),
        decline_code = c.decline_code,
        decline_class = c.decline_class,
        challenge = coalesce(c.challenge, a.challenge),
        challenge_expires_at = coalesce(c.challenge_expires_at, a.challenge_expires_at),
        next_lookup_at = c.next_lookup_at,
        processing_at = coalesce(a.processing_at, c.processing_at),
        settled_at = case when c.state in ('SUCCEEDED', 'DECLINED', 'INTEGRITY_FAILURE') then c.at end
      from json_to_recordset($1::json) as c(
        id uuid,
        state text,
        intent_state text,
        charge_id text,
        brand text,
        last4 text,
        fingerprint text,
        country text,
        decline_code text,
        decline_class text,
        challenge jsonb,
        challenge_expires_at timestamptz,
        next_lookup_at timestamptz,
        processing_at timestamptz,
        at timestamptz
      )
      where a.id = c.id and ${isFewRows('c.at')} and a.state not in ('SUCCEEDED', 'DECLINED', 'INTEGRITY_FAILURE')
      returning a.id, a.intent_id, c.intent_state
    `,
    values: [
      JSON.stringify(
        list.map((conclusion) => ({
          id: conclusion.attemptId,
          state: conclusion.attemptState,
          intent_state: conclusion.intentState,
          charge_id: conclusion.chargeId,
          ...conclusion.card,
          decline_code: conclusion.declineCode,
          decline_class: conclusion.declineClass,
          challenge: conclusion.challenge,
          challenge_expires_at: conclusion.challengeExpiresAt,
          next_lookup_at: conclusion.nextLookupAt,
          processing_at: conclusion.processingAt,
          at: conclusion.at,
        })),
      ),
    ],
  },
  {
    name: 'intent_moved',
    sql: `update payments.intent i set state = c.intent_state from concluded c
      where i.id = c.intent_id and i.state in ('CREATED', 'REQUIRES_ACTION', 'PROCESSING') returning i.id`,
    values: [],
  },
]

/** Concludes one attempt without further writes. Returns false if it already had a final state. */
export async function conclude(ports: Ports, conclusion: Conclusion): Promise<boolean> {
  const { name, text, values } = statementOf(
    'payments.conclude',
    concludeParts([conclusion]),
    'select id from concluded',
  )
  return (await ports.statement(name, text, values)).length === 1
}
