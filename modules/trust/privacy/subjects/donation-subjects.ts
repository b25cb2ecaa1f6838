import { donationColumns, ownedIds } from '#modules/money/giving/index.ts'

/**
 * Unpaid intents that the account did not start itself: by a guest with its confirmed email address, and by its plans.
 * Each part uses an index.
 */
const unpaidOtherwise = `
  select p.id
  from identity.mailbox m
  join payments.intent p on lower(p.order_details -> 'donor' ->> 'email') = m.email_key
    and p.created_at <@ m.valid_during
    and p.state in ('FAILED', 'EXPIRED', 'CANCELLED')
    and p.scope not like 'account:%'
    and p.scope not like 'plan:%'
  where m.account_id = $1::uuid
  union all
  select id
  from payments.intent
  where order_details -> 'donor' ->> 'accountId' = $1::uuid::text
    and scope like 'plan:%'
    and state in ('FAILED', 'EXPIRED', 'CANCELLED')
`

/** Queries for the export: donations, plans, refunds, receipts and baskets. `$1` is the account, amounts are in minor units. */
export const donationSubjects: Readonly<Record<string, string>> = {
  bankDebitMandates: `
    select m.text, m.text_version as "textVersion", m.locale, m.ip, m.user_agent as browser, m.agreed_at as "agreedAt"
    from giving.bank_debit_mandate m
    join payments.intent i on i.id = m.intent_id
    where i.scope = 'account:' || $1::uuid::text
      or i.id in (select intent_id from giving.donation where id in (${ownedIds('$1')}))
    order by m.agreed_at
  `,
  donations: `
    select
      d.id,
      d.given_at as "givenAt",
      c.name as fundraiser,
      o.name as charity,
      d.currency,
      d.gift,
      d.tip,
      d.covered_fee as "coveredFee",
      d.processing_fee as "processingFee",
      d.zakat_eligible as "zakatEligible",
      d.is_zakat as "isZakat",
      d.gift_aid as "giftAid",
      d.tax_receipt as "taxReceipt",
      d.email,
      d.name,
      d.is_anonymous as "isAnonymous",
      d.custom_name as "publicName",
      d.location as "publicPlace",
      d.note,
      d.tax_address as "taxAddress",
      d.shipping_address as "shippingAddress",
      d.billing_address as "billingAddress",
      d.level_email as "levelEmail",
      d.share_address as "shareAddress",
      d.receive_updates as "receiveUpdates",
      d.newsletter,
      d.referred_donor as "referredBy",
      d.source,
      d.payment_method as "paymentMethod",
      d.card_brand as "cardBrand",
      d.card_last4 as "cardLast4",
      d.locale,
      d.country,
      i.order_details -> 'otherNames' as "otherNames",
      i.order_details -> 'browser' as browser,
      i.order_details -> 'donor' ->> 'ip' as ip${donationColumns('donor')},
      i.order_details -> 'providerSpecific' as "providerData"
    from giving.donation d
    join payments.intent i on i.id = d.intent_id
    join campaigns.campaign c on c.id = d.campaign_id
    join organizations.organization o on o.id = c.organization_id
    where d.id in (${ownedIds('$1')})
    order by d.given_at
  `,
  unpaidDonations: `
    select
      i.created_at as "startedAt",
      i.order_details ->> 'words' as "wordsOfSupport",
      i.state,
      i.currency,
      i.amount,
      i.order_details -> 'donor' ->> 'name' as name,
      i.order_details -> 'donor' ->> 'email' as email,
      i.order_details -> 'donor' ->> 'ip' as ip,
      i.order_details -> 'otherNames' as "otherNames",
      i.order_details -> 'browser' as browser,
      i.order_details -> 'providerSpecific' as "providerData",
      (
        select jsonb_agg(line - array['encryptedFields', 'feeShare', 'isLevelLimited', 'donationId'] order by at)
        from jsonb_array_elements(i.order_details -> 'lines')
        with ordinality as l(line, at)
      ) as lines
    from payments.intent i
    where i.id in (
      select id
      from payments.intent
      where scope = 'account:' || $1::uuid::text
        and state in ('CREATED', 'REQUIRES_ACTION', 'PROCESSING', 'FAILED', 'CANCELLED', 'EXPIRED')
      union all ${unpaidOtherwise}
    )
    order by i.created_at
  `,
  paymentAttempts: `
    select
      p.submitted_at as "submittedAt",
      p.state,
      p.currency,
      p.amount,
      p.method,
      p.card_brand as "cardBrand",
      p.card_last4 as "cardLast4",
      p.card_country as "cardCountry",
      p.ip
    from payments.attempt p
    where p.intent_id in (
      select id
      from payments.intent
      where scope = 'account:' || $1::uuid::text
      union all
      select intent_id
      from giving.donation
      where id in (${ownedIds('$1')})
      union all ${unpaidOtherwise}
    )
    order by p.submitted_at
  `,
  regularGiving: `
    select
      s.id,
      s.programme,
      s.state,
      s.reason,
      s.schedule,
      s.time_zone as "timeZone",
      s.calendar,
      s.currency,
      s.portions as amounts,
      s.causes,
      (select brand || ' ' || last4 from cards.card where id = s.card_id) as card,
      s.is_zakat as "isZakat",
      s.maximize_zakat as "maximizeZakat",
      s.gift_aid as "giftAid",
      s.tax_receipt as "taxReceipt",
      s.details,
      s.starts_on::text as "startsOn",
      s.ends_on::text as "endsOn",
      s.resumes_on::text as "resumesOn",
      s.consent_until::text as "agreedUntil",
      s.created_at as "startedAt",
      s.changed_at as "changedAt",
      s.closed_at as "closedAt"
    from subscriptions.subscription s
    where s.account_id = $1::uuid
    order by s.created_at
  `,
  donationsOfRegularGiving: `
    select
      o.subscription_id as "regularGiving",
      o.on_date::text as day,
      o.number,
      o.state,
      o.gift,
      o.tip,
      o.due_at as "dueAt",
      o.settled_at as "settledAt"
    from subscriptions.occurrence o
    join subscriptions.subscription s on s.id = o.subscription_id
    where s.account_id = $1::uuid
    order by s.created_at, o.seq
  `,
  refunds: `
    select
      l.donation_id as "donationId",
      r.state,
      r.currency,
      l.gift as "donation",
      l.tip as "tip",
      l.covered_fee as "coveredFee",
      r.created_at as "requestedAt",
      r.settled_at as "settledAt"
    from refunds.line l
    join refunds.refund r on r.id = l.refund_id
    where l.donation_id in (${ownedIds('$1')}) and r.state not in ('proposed', 'failed', 'canceled')
    order by r.created_at
  `,
  refundRequests: `
    select
      donation_id as "donationId",
      reason,
      state,
      case when state = 'declined' then note end as answer,
      created_at as "requestedAt",
      decided_at as "decidedAt"
    from refunds.request
    where account_id = $1::uuid
    order by created_at
  `,
  giftAidDeclarations: `
    select
      donation_id as "donationId",
      text_version as "textVersion",
      first_name as "firstName",
      last_name as "lastName",
      address,
      declared_at as "declaredAt",
      cancelled_at as "cancelledAt"
    from giving.gift_aid_declaration
    where donation_id in (${ownedIds('$1')})
    order by declared_at
  `,
  giftAidScopes: `
    select
      o.name as charity,
      g.source,
      g.scope,
      g.donation_id as "donationId",
      g.text_version as "textVersion",
      g.declared_at as "declaredAt",
      g.covers_from::text as "coversFrom",
      g.covers_until::text as "coversUntil",
      g.confirmed_at as "confirmedAt"
    from gift_aid.declaration g
    join organizations.organization o on o.id = g.organization_id
    where g.account_id = $1::uuid or g.donation_id in (${ownedIds('$1')})
    order by g.declared_at
  `,
  giftAidExclusions: `
    select donation_id as "donationId", excluded_at as "excludedAt"
    from gift_aid.exclusion
    where donation_id in (${ownedIds('$1')})
    order by excluded_at
  `,
  receipts: `
    select distinct r.number, r.kind, r.issued_at as "issuedAt"
    from receipts.receipt r
    join receipts.line l on l.receipt_id = r.id
    where l.donation_id in (${ownedIds('$1')})
    order by r.issued_at
  `,
  copiesOfReceipts: `
    select r.number, k.requested_at as "requestedAt"
    from receipts.copy k
    join receipts.receipt r on r.id = k.receipt_id
    where k.account_id = $1::uuid
    order by k.requested_at
  `,
  statements: `
    select regime, tax_year as "taxYear", requested_at as "requestedAt"
    from receipts.statement
    where account_id = $1::uuid
    order by requested_at
  `,
  baskets: `
    select
      b.status,
      b.currency,
      b.tip,
      b.is_anonymous as "isAnonymous",
      b.display_name as "publicName",
      b.display_place as "publicPlace",
      b.newsletter,
      (select jsonb_agg(line - 'encryptedFields') from jsonb_array_elements(b.lines) line) as lines,
      b.created_at as "createdAt",
      b.changed_at as "changedAt"
    from baskets.basket b
    where b.account_id = $1::uuid
    order by b.created_at
  `,
}
