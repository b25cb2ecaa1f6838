import type { SavedCard } from '#modules/money/payments/rules/attempt.ts'
import type { Part } from '#shared/statement.ts'

/** The card of a plan that starts with a paid donation, with its mandate. */
export type CardOfPlan = {
  /** The attempt that paid the donation. The statement parts join `concluded` on it. */
  readonly attemptId: string
  readonly planId: string
  readonly provider: string
  readonly cardId: string
  readonly mandateId: string
  readonly card: SavedCard
  readonly agreed: {
    readonly version: string
    readonly locale: string
    /** SHA-256 of the mandate text, in hex. */
    readonly textHash: string
    readonly ip: string
  }
  readonly at: Date
}

/**
 * Builds the parts of the settling statement that store customer, card and mandate of each new plan. `plan_card`
 * returns the id and the `plan_id` of each stored card. If the provider's card or customer is already known, nothing
 * is stored and nothing fails: the donation is paid, and the plan needs another card.
 */
export const planCardParts = (cards: readonly CardOfPlan[]): Part[] => [
  {
    name: 'plan_customer',
    sql: `
      insert into cards.customer (plan_id, provider, customer_id, created_at)
      select c.plan_id, c.provider, c.customer_id, c.at
      from ${source('$1')}
      where c.attempt_id in (select id from concluded)
        and c.last4 ~ '^[0-9]{4}$'
        and c.exp_month between 1 and 12
        and c.exp_year between 2000 and 2200
        and not exists (select from cards.card k where k.provider = c.provider and k.method_id = c.method_id)
      on conflict do nothing
      returning plan_id, provider
    `,
    values: [JSON.stringify(cards.map(toRow))],
  },
  {
    name: 'plan_card',
    sql: `
      insert into cards.card (
        id, plan_id, provider, method_id, brand, last4, exp_month, exp_year, fingerprint, country, is_default, added_at
      )
      select
        c.card_id,
        c.plan_id,
        c.provider,
        c.method_id,
        left(c.brand, 40),
        c.last4,
        c.exp_month,
        c.exp_year,
        c.fingerprint,
        case when length(c.country) = 2 then c.country end,
        false,
        c.at
      from ${source('$1')}
      join plan_customer u on u.plan_id = c.plan_id and u.provider = c.provider
      on conflict do nothing
      returning id, plan_id
    `,
    values: [JSON.stringify(cards.map(toRow))],
  },
  {
    name: 'plan_mandate',
    sql: `
      insert into cards.mandate (id, card_id, plan_id, kind, text_version, locale, text_hash, ip, agreed_at, source_id)
      select
        c.mandate_id,
        k.id,
        c.plan_id,
        'off-session',
        c.text_version,
        c.locale,
        c.text_hash,
        c.ip,
        c.at,
        c.attempt_id
      from ${source('$1')}
      join plan_card k on k.plan_id = c.plan_id
      on conflict do nothing
      returning id
    `,
    values: [JSON.stringify(cards.map(toRow))],
  },
]

const source = (list: string): string =>
  `json_to_recordset(${list}::json) as c(attempt_id uuid, plan_id uuid, provider text, customer_id text, card_id uuid, mandate_id uuid, method_id text, brand text,
    last4 text, exp_month smallint, exp_year smallint, fingerprint text, country text, text_version text, locale text, text_hash text, ip text, at timestamptz)`

const toRow = ({ attemptId, planId, provider, cardId, mandateId, card, agreed, at }: CardOfPlan) => ({
  attempt_id: attemptId,
  plan_id: planId,
  provider,
  customer_id: card.customerId,
  card_id: cardId,
  mandate_id: mandateId,
  method_id: card.method,
  brand: card.brand,
  last4: card.last4,
  exp_month: card.expMonth,
  exp_year: card.expYear,
  fingerprint: card.fingerprint,
  country: card.country,
  text_version: agreed.version,
  locale: agreed.locale,
  text_hash: agreed.textHash,
  ip: agreed.ip,
  at,
})
