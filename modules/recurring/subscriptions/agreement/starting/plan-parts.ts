import { addDays } from '#shared/date-arithmetic.ts'
import type { Part } from '#shared/statement.ts'
import { one } from '#shared/collections.ts'
import { localDate } from '#shared/calendar.ts'
import type { Ports } from '#shared/ports.ts'
import { type CardOfPlan, planCardParts } from '#modules/money/cards/index.ts'
import type { DonationLine, PaidPlanStart } from '#modules/money/giving/index.ts'
import { pickStoredFields, withoutFirstDonationFields } from '#modules/money/giving/rules/donor-field-values.ts'
import { partitionOf } from '../../rules/partitions.ts'
import { agreementDays, noConsentEnd } from '../../rules/requested-schedule.ts'
import type { Details, PlanFields } from '../../tables.ts'
import { recordStartsPart } from './claim-start.ts'
import { causesOf, type PlanTerms, portionsOf } from './draft-plan.ts'

/**
 * Returns the statement parts that settle first donations: each plan with its card, mandate and paid first occurrence.
 * They are one statement, so a plan exists if and only if its first donation is in the ledger (recurring-21). If the
 * provider didn't store the card, the plan asks for another.
 */
export const planParts = (ports: Pick<Ports, 'newId'>, plans: readonly PaidPlanStart[]): readonly Part[] => [
  ...planCardParts(plans.flatMap((plan) => cardOf(ports, plan))),
  {
    name: 'started_plan',
    sql: `
      insert into subscriptions.subscription (
        id,
        account_id,
        guest_id,
        guest_email,
        guest_name,
        idempotency_key,
        plan_id,
        state,
        reason,
        schedule,
        time_zone,
        calendar,
        currency,
        portions,
        causes,
        card_id,
        is_zakat,
        maximize_zakat,
        gift_aid,
        tax_receipt,
        details,
        starts_on,
        consent_until,
        created_at,
        changed_at,
        first_intent_id
      )
      select
        p.id,
        p.account_id,
        p.guest_id,
        p.guest_email,
        p.guest_name,
        p.idempotency_key,
        p.plan_id,
        case when coalesce(p.card_id, k.id) is null then 'needs-card' else 'active' end,
        case when coalesce(p.card_id, k.id) is null then 'card' end,
        p.schedule,
        p.time_zone,
        p.calendar,
        p.currency,
        p.portions,
        p.causes,
        coalesce(p.card_id, k.id),
        p.is_zakat,
        p.maximize_zakat,
        p.gift_aid,
        p.tax_receipt,
        p.details,
        p.starts_on,
        p.consent_until,
        p.at,
        p.at,
        p.intent_id
      from json_to_recordset($1::json) as p(
        attempt_id uuid,
        id uuid,
        account_id uuid,
        guest_id uuid,
        guest_email text,
        guest_name text,
        idempotency_key text,
        plan_id uuid,
        schedule jsonb,
        time_zone text,
        calendar text,
        currency text,
        portions jsonb,
        causes jsonb,
        card_id uuid,
        is_zakat boolean,
        maximize_zakat boolean,
        gift_aid boolean,
        tax_receipt boolean,
        details jsonb,
        starts_on date,
        consent_until date,
        at timestamptz,
        intent_id uuid
      )
      left join plan_card k on k.plan_id = p.id
      where p.attempt_id in (select id from concluded)
      returning id
    `,
    values: [JSON.stringify(plans.map(planRow))],
  },
  {
    name: 'first_occurrence',
    sql: `
      insert into subscriptions.occurrence (
        subscription_id,
        occurrence_key,
        seq,
        on_date,
        planned_at,
        due_at,
        state,
        gift,
        tip,
        partition,
        intent_id,
        settled_at
      )
      select
        o.subscription_id,
        o.on_date::text,
        1,
        o.on_date,
        o.submitted_at,
        o.submitted_at,
        'SUCCEEDED',
        o.gift,
        o.tip,
        o.partition,
        o.intent_id,
        o.at
      from json_to_recordset($1::json) as o(
        subscription_id uuid,
        on_date date,
        gift bigint,
        tip bigint,
        partition smallint,
        intent_id uuid,
        submitted_at timestamptz,
        at timestamptz
      )
      join started_plan s on s.id = o.subscription_id
      returning subscription_id
    `,
    values: [JSON.stringify(plans.map(occurrenceRow))],
  },
  recordStartsPart(
    plans.map((plan) => ({
      subscriptionId: plan.startsPlan.subscriptionId,
      // Orders that were stored before this field existed have none.
      keys: termsOf(plan).startKeys ?? [],
      at: plan.at,
    })),
  ),
]

const termsOf = ({ startsPlan }: PaidPlanStart) => startsPlan.terms as Omit<PlanTerms, 'startKeys'> & Partial<PlanTerms>
const lineOf = ({ order }: PaidPlanStart): DonationLine => one(order.lines)

function cardOf(ports: Pick<Ports, 'newId'>, plan: PaidPlanStart): CardOfPlan[] {
  const { attempt, order, startsPlan, card, at } = plan
  if (!card || order.cardId !== undefined) return []
  const { version, textHash } = termsOf(plan).agreed
  return [
    {
      attemptId: attempt.id,
      planId: startsPlan.subscriptionId,
      provider: attempt.provider,
      cardId: ports.newId(),
      mandateId: ports.newId(),
      card,
      agreed: { version, textHash, locale: order.donor.locale, ip: order.donor.ip },
      at,
    },
  ]
}

function planRow(plan: PaidPlanStart) {
  const { attempt, order, startsPlan, at } = plan
  const line = lineOf(plan)
  const { timeZone, calendar, schedule } = termsOf(plan)
  const on = localDate(one(startsPlan.keys))
  const { accountId, guestId, email, name } = order.donor
  return {
    attempt_id: attempt.id,
    id: startsPlan.subscriptionId,
    account_id: accountId,
    ...(accountId === null ? { guest_id: guestId, guest_email: email, guest_name: name } : {}),
    idempotency_key: `donation:${attempt.intentId}`,
    plan_id: startsPlan.planId,
    schedule,
    time_zone: timeZone,
    calendar,
    currency: attempt.currency,
    portions: portionsOf(line),
    causes: causesOf(line),
    card_id: order.cardId ?? null,
    is_zakat: line.isZakat,
    maximize_zakat: line.maximizeZakat,
    gift_aid: line.giftAid,
    tax_receipt: line.taxReceipt,
    details: detailsOf(plan),
    starts_on: on,
    consent_until: startsPlan.frequency === 'year' ? noConsentEnd : addDays(on, agreementDays),
    at,
    intent_id: attempt.intentId,
  }
}

/** Returns the donation's fields that apply to the whole plan. */
function detailsOf(plan: PaidPlanStart): Details {
  const { order } = plan
  const { agreed, phone } = termsOf(plan)
  const { locale, country, ip } = order.donor
  return {
    ...planFields(lineOf(plan)),
    locale,
    country,
    ip,
    agreedVersion: agreed.version,
    agreedWords: agreed.words,
    agreedAt: agreed.at,
    ...(order.declared ? { declared: order.declared } : {}),
    fromPage: null,
    phone,
    remindBefore: false,
  }
}

function planFields(line: DonationLine): PlanFields {
  const {
    levelId: _,
    isZakat: __,
    maximizeZakat: ___,
    giftAid: ____,
    taxReceipt: _____,
    ...fields
  } = withoutFirstDonationFields(pickStoredFields('subscription', line))
  return fields
}

function occurrenceRow(plan: PaidPlanStart) {
  const { attempt, startsPlan, at } = plan
  const line = lineOf(plan)
  return {
    subscription_id: startsPlan.subscriptionId,
    on_date: one(startsPlan.keys),
    gift: line.gift,
    tip: line.tip,
    partition: partitionOf(causesOf(line)),
    intent_id: attempt.intentId,
    submitted_at: attempt.submittedAt,
    at,
  }
}
