import { isLocale } from '#shared/text.ts'
import { type Part, statementOf } from '#shared/statement.ts'
import { type Attempt, concludeParts } from '#modules/money/payments/index.ts'
import type { DonationOrder } from '../order/order.ts'
import { type GivingPorts, addTime } from '../ports.ts'

/** The data that event handlers of bank debits need. */
export type DebitEvent = { readonly intentId: string }

type Debit = { readonly attempt: Attempt; readonly order: DonationOrder; readonly at: Date }

/**
 * Builds the statement parts that store the mandate of each debit once and add the event that emails its copy.
 * `concluded` excludes attempts that already have a final state.
 */
export function debitParts(debits: readonly Debit[]): readonly Part[] {
  const agreed = debits.filter(({ order }) => order.bankDebit)
  if (agreed.length === 0) return []
  return [
    {
      name: 'debit_mandate',
      sql: `
        insert into giving.bank_debit_mandate (
          intent_id, text_version, locale, text, text_hash, ip, user_agent, agreed_at
        )
        select m.intent_id, m.text_version, m.locale, m.text, m.text_hash, m.ip, m.user_agent, m.agreed_at
        from json_to_recordset($1::json) as m(
          attempt_id uuid,
          intent_id uuid,
          text_version text,
          locale text,
          text text,
          text_hash text,
          ip text,
          user_agent text,
          agreed_at timestamptz
        )
        where m.attempt_id in (select id from concluded)
        on conflict (intent_id) do nothing
        returning intent_id
      `,
      values: [JSON.stringify(agreed.map(mandateRow))],
    },
    {
      name: 'debit_started',
      sql: `
        insert into outbox.event (kind, payload, occurred_at)
        select 'bank-debit.started', json_build_object('intentId', m.intent_id), e.at
        from debit_mandate m
        join json_to_recordset($1::json) as e(intent_id uuid, at timestamptz) on e.intent_id = m.intent_id
        returning id
      `,
      values: [JSON.stringify(agreed.map(({ attempt, at }) => ({ intent_id: attempt.intentId, at })))],
    },
  ]
}

const mandateRow = ({ attempt, order }: Debit) => ({
  attempt_id: attempt.id,
  intent_id: attempt.intentId,
  text_version: order.bankDebit?.version,
  locale: isLocale(order.donor.locale) ? order.donor.locale : 'en',
  text: order.bankDebit?.text,
  text_hash: order.bankDebit?.textHash,
  ip: order.donor.ip,
  user_agent: order.bankDebit?.userAgent,
  agreed_at: order.bankDebit?.at,
})

const lookUpMinutes = 10

/** Records that the bank is processing a payment, and stores the mandate of a bank debit. */
export async function recordProcessing(ports: GivingPorts, attempt: Attempt): Promise<void> {
  const instant = ports.clock()
  const { name, text, values } = statementOf(
    'giving.processing',
    [
      ...concludeParts([
        {
          attemptId: attempt.id,
          attemptState: attempt.state,
          intentState: 'PROCESSING',
          processingAt: instant,
          nextLookupAt: addTime(instant, { minutes: lookUpMinutes }),
          at: instant,
        },
      ]),
      ...debitParts([{ attempt, order: attempt.order as DonationOrder, at: instant }]),
    ],
    'select id from concluded',
  )
  await ports.statement(name, text, values)
}
