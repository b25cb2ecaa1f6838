import { sql } from 'kysely'
import type { Db, Ports, Tx } from '#shared/ports.ts'
import { donationColumns, ownedIds } from '#modules/money/giving/index.ts'
import type { Subjects } from './rules/cells.ts'
import './tables.ts'

/**
 * Unpaid intents that the account did not start itself: by a guest with its confirmed email address, and by its plans.
 * Each part uses an index.
 */
const unpaidOtherwise = `select p.id from identity.mailbox m join payments.intent p on lower(p.order_details -> 'donor' ->> 'email') = m.email_key and p.created_at <@ m.valid_during
    and p.state in ('FAILED', 'EXPIRED', 'CANCELLED') and p.scope not like 'account:%' and p.scope not like 'plan:%'
  where m.account_id = $1::uuid
  union all select id from payments.intent
  where order_details -> 'donor' ->> 'accountId' = $1::uuid::text and scope like 'plan:%' and state in ('FAILED', 'EXPIRED', 'CANCELLED')`

/**
 * Queries for everything stored about an account, one for each subject; `$1` is the account. Amounts in minor units.
 * Excludes secrets (password and session hashes, keys) and fields encrypted for a fundraiser's organizer.
 */
const subjects: Readonly<Record<string, string>> = {
  account: `select id, email, email_confirmed_at as "emailConfirmedAt", first_name as "firstName", last_name as "lastName", locale, preferences, created_at as "createdAt"
    from identity.account where id = $1::uuid`,
  formerEmails: `select email_key as email, replaced_at as "replacedAt" from identity.former_email where account_id = $1::uuid order by replaced_at`,
  devices: `select user_agent as browser, ip, country, created_at as "loggedInAt", last_seen_at as "lastUsedAt" from identity.session where account_id = $1::uuid order by created_at`,
  passkeys: `select name, created_at as "addedAt", last_used_at as "lastUsedAt" from identity.passkey where account_id = $1::uuid order by created_at`,
  connectedLogins: `select provider, email, linked_at as "linkedAt" from identity.external_login where account_id = $1::uuid order by linked_at`,
  picture: `select encode(image, 'base64') as webp, set_at as "setAt" from identity.account_picture where account_id = $1::uuid`,
  addresses: `select label, first_name as "firstName", last_name as "lastName", name, line1, line2, city, state, postal_code as "postalCode", country, phone
    from addresses.address where account_id = $1::uuid order by changed_at`,
  cards: `select c.brand, c.last4, c.exp_month as "expiryMonth", c.exp_year as "expiryYear", c.country, c.is_default as "isDefault", c.added_at as "addedAt",
      c.removed_at as "removedAt", c.provider, u.customer_id as "nameAtProvider"
    from cards.customer u left join cards.card c on c.account_id = u.account_id and c.provider = u.provider where u.account_id = $1::uuid order by c.added_at`,
  cardMandates: `select c.brand, c.last4, m.kind, m.text_version as "textVersion", m.locale, m.ip, m.agreed_at as "agreedAt", m.revoked_at as "revokedAt"
    from cards.mandate m join cards.card c on c.id = m.card_id where m.account_id = $1::uuid order by m.agreed_at`,
  bankDebitMandates: `select m.text, m.text_version as "textVersion", m.locale, m.ip, m.user_agent as browser, m.agreed_at as "agreedAt"
    from giving.bank_debit_mandate m join payments.intent i on i.id = m.intent_id
    where i.scope = 'account:' || $1::uuid::text or i.id in (select intent_id from giving.donation where id in (${ownedIds('$1')}))
    order by m.agreed_at`,
  donations: `select d.id, d.given_at as "givenAt", c.name as fundraiser, o.name as charity, d.currency, d.gift, d.tip, d.covered_fee as "coveredFee",
      d.processing_fee as "processingFee", d.zakat_eligible as "zakatEligible", d.is_zakat as "isZakat", d.gift_aid as "giftAid", d.tax_receipt as "taxReceipt", d.email, d.name,
      d.is_anonymous as "isAnonymous", d.custom_name as "publicName", d.location as "publicPlace", d.note, d.tax_address as "taxAddress", d.shipping_address as "shippingAddress",
      d.billing_address as "billingAddress", d.level_email as "levelEmail", d.share_address as "shareAddress", d.receive_updates as "receiveUpdates", d.newsletter,
      d.referred_donor as "referredBy", d.source, d.payment_method as "paymentMethod", d.card_brand as "cardBrand", d.card_last4 as "cardLast4", d.locale, d.country,
      i.order_details -> 'otherNames' as "otherNames", i.order_details -> 'browser' as browser, i.order_details -> 'donor' ->> 'ip' as ip${donationColumns('donor')},
      i.order_details -> 'providerSpecific' as "providerData"
    from giving.donation d join payments.intent i on i.id = d.intent_id join campaigns.campaign c on c.id = d.campaign_id join organizations.organization o on o.id = c.organization_id
    where d.id in (${ownedIds('$1')}) order by d.given_at`,
  unpaidDonations: `select i.created_at as "startedAt", i.order_details ->> 'words' as "wordsOfSupport", i.state, i.currency, i.amount, i.order_details -> 'donor' ->> 'name' as name, i.order_details -> 'donor' ->> 'email' as email,
      i.order_details -> 'donor' ->> 'ip' as ip, i.order_details -> 'otherNames' as "otherNames", i.order_details -> 'browser' as browser,
      i.order_details -> 'providerSpecific' as "providerData",
      (select jsonb_agg(line - array['encryptedFields', 'feeShare', 'isLevelLimited', 'donationId'] order by at) from jsonb_array_elements(i.order_details -> 'lines') with ordinality as l(line, at)) as lines
    from payments.intent i where i.id in (
      select id from payments.intent where scope = 'account:' || $1::uuid::text and state in ('CREATED', 'REQUIRES_ACTION', 'PROCESSING', 'FAILED', 'CANCELLED', 'EXPIRED')
      union all ${unpaidOtherwise})
    order by i.created_at`,
  paymentAttempts: `select p.submitted_at as "submittedAt", p.state, p.currency, p.amount, p.method, p.card_brand as "cardBrand", p.card_last4 as "cardLast4", p.card_country as "cardCountry", p.ip
    from payments.attempt p where p.intent_id in (
      select id from payments.intent where scope = 'account:' || $1::uuid::text
      union all select intent_id from giving.donation where id in (${ownedIds('$1')})
      union all ${unpaidOtherwise})
    order by p.submitted_at`,
  regularGiving: `select s.id, s.programme, s.state, s.reason, s.schedule, s.time_zone as "timeZone", s.calendar, s.currency, s.portions as amounts, s.causes,
      (select brand || ' ' || last4 from cards.card where id = s.card_id) as card, s.is_zakat as "isZakat", s.maximize_zakat as "maximizeZakat", s.gift_aid as "giftAid",
      s.tax_receipt as "taxReceipt", s.details, s.starts_on::text as "startsOn", s.ends_on::text as "endsOn", s.resumes_on::text as "resumesOn",
      s.consent_until::text as "agreedUntil", s.created_at as "startedAt", s.changed_at as "changedAt", s.closed_at as "closedAt"
    from subscriptions.subscription s where s.account_id = $1::uuid order by s.created_at`,
  donationsOfRegularGiving: `select o.subscription_id as "regularGiving", o.on_date::text as day, o.number, o.state, o.gift, o.tip, o.due_at as "dueAt", o.settled_at as "settledAt"
    from subscriptions.occurrence o join subscriptions.subscription s on s.id = o.subscription_id where s.account_id = $1::uuid order by s.created_at, o.seq`,
  refunds: `select l.donation_id as "donationId", r.state, r.currency, l.gift as "donation", l.tip as "tip", l.covered_fee as "coveredFee", r.created_at as "requestedAt", r.settled_at as "settledAt"
    from refunds.line l join refunds.refund r on r.id = l.refund_id where l.donation_id in (${ownedIds('$1')}) and r.state not in ('proposed', 'failed', 'canceled') order by r.created_at`,
  refundRequests: `select donation_id as "donationId", reason, state, case when state = 'declined' then note end as answer, created_at as "requestedAt", decided_at as "decidedAt"
    from refunds.request where account_id = $1::uuid order by created_at`,
  giftAidDeclarations: `select donation_id as "donationId", text_version as "textVersion", first_name as "firstName", last_name as "lastName", address, declared_at as "declaredAt",
      cancelled_at as "cancelledAt" from giving.gift_aid_declaration where donation_id in (${ownedIds('$1')}) order by declared_at`,
  receipts: `select distinct r.number, r.kind, r.issued_at as "issuedAt" from receipts.receipt r join receipts.line l on l.receipt_id = r.id
    where l.donation_id in (${ownedIds('$1')}) order by r.issued_at`,
  copiesOfReceipts: `select r.number, k.requested_at as "requestedAt" from receipts.copy k join receipts.receipt r on r.id = k.receipt_id where k.account_id = $1::uuid order by k.requested_at`,
  statements: `select regime, tax_year as "taxYear", requested_at as "requestedAt" from receipts.statement where account_id = $1::uuid order by requested_at`,
  baskets: `select b.status, b.currency, b.tip, b.is_anonymous as "isAnonymous", b.display_name as "publicName", b.display_place as "publicPlace", b.newsletter,
      (select jsonb_agg(line - 'encryptedFields') from jsonb_array_elements(b.lines) line) as lines, b.created_at as "createdAt", b.changed_at as "changedAt"
    from baskets.basket b where b.account_id = $1::uuid order by b.created_at`,
  wordsOfSupport: `select body as text, display_name as "publicName", display_place as "publicPlace", created_at as "writtenAt" from comments.comment
    where author_id = $1::uuid or donation_id in (${ownedIds('$1')}) order by created_at`,
  givingList: `select c.name as fundraiser, f.added_at as "addedAt" from favourites.favourite f join campaigns.campaign c on c.id = f.campaign_id
    where f.account_id = $1::uuid order by f.added_at`,
  teams: `select c.name as fundraiser, m.role, m.public_name as "publicName", m.public_role as "publicRole", m.added_at as "addedAt"
    from campaigns.team_member m join campaigns.campaign c on c.id = m.campaign_id where m.account_id = $1::uuid order by m.added_at`,
  supporterPages: `select r.name as fundraiser, c.name as title, c.organizer_name as "supporterName", c.story, c.goal, c.currency, g.state, g.is_on_leaderboard as "isOnLeaderboard",
      g.opened_at as "openedAt" from supporter_pages.page g join campaigns.campaign c on c.id = g.campaign_id join campaigns.campaign r on r.id = g.root_id
    where g.account_id = $1::uuid order by g.opened_at`,
  charities: `select o.name as charity, m.role, m.added_at as "addedAt" from organizations.member m join organizations.organization o on o.id = m.organization_id
    where m.account_id = $1::uuid order by m.added_at`,
  news: `select c.name as fundraiser, n.title, n.published_at as "publishedAt" from campaigns.news n join campaigns.campaign c on c.id = n.campaign_id
    where n.author_id = $1::uuid order by n.published_at`,
  reports: `select c.name as fundraiser, r.reason, r.body as text, r.email, r.reported_at as "reportedAt"
    from moderation.report r join moderation.case k on k.id = r.case_id join campaigns.campaign c on c.id = k.campaign_id
    where r.account_id = $1::uuid or exists (select from identity.mailbox m where m.account_id = $1::uuid and lower(r.email) = m.email_key and r.reported_at <@ m.valid_during)
    order by r.reported_at`,
  zakatRequests: `select c.name as fundraiser, v.state, v.categories, v.note, v.links, v.requested_at as "requestedAt"
    from moderation.zakat_verification v join campaigns.campaign c on c.id = v.campaign_id where v.requested_by_account_id = $1::uuid order by v.requested_at`,
  zakatEvidence: `select c.name as fundraiser, e.description, e.kind, e.added_at as "addedAt"
    from moderation.evidence e join campaigns.campaign c on c.id = e.campaign_id where e.added_by_account_id = $1::uuid order by e.added_at`,
  zakatDistributionsReported: `select c.name as fundraiser, d.distributed_on as "distributedOn", d.currency, d.amount, d.country, d.category, d.people, d.description, d.state,
      d.reported_at as "reportedAt" from zakat.distribution d join campaigns.campaign c on c.id = d.campaign_id where d.reported_by = $1::uuid order by d.reported_at`,
  zakatReassignmentRequests: `select donation_id as "donationId", note, requested_at as "requestedAt", answer, answered_at as "answeredAt"
    from zakat.reassignment_request where account_id = $1::uuid order by requested_at`,
  offlineDonationsEntered: `select c.name as fundraiser, f.received_on as "receivedOn", f.currency, f.amount, f.method, f.state, f.entered_at as "enteredAt"
    from organizing.offline_donation f join campaigns.campaign c on c.id = f.campaign_id where f.entered_by = $1::uuid order by f.entered_at`,
  thankYouMessagesSent: `select c.name as fundraiser, t.sent_at as "sentAt" from organizing.thank_you_message t join campaigns.campaign c on c.id = t.campaign_id where t.sent_by = $1::uuid order by t.sent_at`,
  referralLinks: `select c.name as fundraiser, r.code, r.created_at as "createdAt",
      (select count(*) from referrals.referral f where f.referer_id = r.id and f.refunded_amount < f.gift) as donations
    from referrals.referer r left join campaigns.campaign c on c.id = r.campaign_id where r.account_id = $1::uuid order by r.created_at`,
  draftsOfFundraisers: `select c.name as fundraiser, d.version, d.changed_at as "changedAt" from fundraising.draft d join campaigns.campaign c on c.id = d.campaign_id
    where d.changed_by = $1::uuid order by d.changed_at`,
  editsOfFundraisers: `select c.name as fundraiser, r.revised_at as "revisedAt", r.before, r.after from fundraising.revision r join campaigns.campaign c on c.id = r.campaign_id
    where r.author_id = $1::uuid order by r.revised_at`,
  fundraisersSubmitted: `select c.name as fundraiser, s.submitted_at as "submittedAt", s.decided_at as "decidedAt", s.decision, s.reason
    from fundraising.submission s join campaigns.campaign c on c.id = s.campaign_id where s.submitted_by = $1::uuid order by s.submitted_at`,
  fundraisersDecided: `select c.name as fundraiser, s.decided_at as "decidedAt", s.decision, s.reason
    from fundraising.submission s join campaigns.campaign c on c.id = s.campaign_id where s.decided_by = $1::uuid order by s.decided_at`,
  invitations: `select coalesce(c.name, o.name) as "to", i.role, i.invited_at as "invitedAt", i.ended_at as "endedAt", case when i.invited_by = $1::uuid then i.email end as "invitedByYou"
    from fundraising.invitation i left join campaigns.campaign c on c.id = i.campaign_id left join organizations.organization o on o.id = i.organization_id
    where i.invited_by = $1::uuid or i.email_key in (select m.email_key from identity.mailbox m where m.account_id = $1::uuid and i.invited_at <@ m.valid_during) order by i.invited_at`,
  qurbaniReminders: `select r.email, r.hijri_year as "hijriYear", r.created_at as "requestedAt"
    from identity.mailbox m join qurbani.reminder r on r.email = m.email_key and r.created_at <@ m.valid_during where m.account_id = $1::uuid order by r.created_at`,
  pictures: `select id, width, height, bytes, uploaded_at as "uploadedAt", used_at as "firstShownAt" from media.picture where account_id = $1::uuid order by uploaded_at`,
  consents: `select purpose, is_given as "isGiven", text_version as "textVersion", locale, recorded_at as "recordedAt" from privacy.consent where account_id = $1::uuid order by id`,
  mails: `select m.kind, m.subject, m.created_at as "writtenAt" from identity.mailbox b join notifications.mail m on lower(m.to_address) = b.email_key and m.created_at <@ b.valid_during
    where b.account_id = $1::uuid order by m.created_at`,
  auditLog: `select act, happened_at as at, ip from audit.entry where actor_id = $1::uuid::text or object = 'account:' || $1::uuid::text order by id`,
}

export async function exportedDataOf(ports: Ports, accountId: string): Promise<Subjects> {
  const read = Object.entries(subjects).map(
    async ([name, text]) =>
      [name, await ports.statement<Record<string, unknown>>(`privacy.${name}`, text, [accountId])] as const,
  )
  return Object.fromEntries(await Promise.all(read))
}

export type ExportRow = {
  readonly id: string
  readonly accountId: string
  readonly locale: string
  readonly requestedAt: Date
  readonly completedAt: Date | null
}
const columns = [
  'id',
  'account_id as accountId',
  'locale',
  'requested_at as requestedAt',
  'completed_at as completedAt',
] as const

/** Returns exports that are being made or available, newest first. */
export const liveExports = (db: Db, accountId: string, completedAfter: Date): Promise<ExportRow[]> =>
  db
    .selectFrom('privacy.export')
    .select(columns)
    .where('account_id', '=', accountId)
    .where((e) => e.or([e('completed_at', 'is', null), e('completed_at', '>', completedAfter)]))
    .orderBy('requested_at', 'desc')
    .execute()

export const countExportsSince = async (db: Db, accountId: string, since: Date): Promise<number> =>
  (
    await db
      .selectFrom('privacy.export')
      .select('id')
      .where('account_id', '=', accountId)
      .where('requested_at', '>', since)
      .execute()
  ).length

/** Returns the requested export that isn't made yet. */
export const findPendingExport = async (db: Db, accountId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('privacy.export')
      .select('id')
      .where('account_id', '=', accountId)
      .where('completed_at', 'is', null)
      .executeTakeFirst()
  )?.id

export const findExport = (db: Db, id: string): Promise<ExportRow | undefined> =>
  db.selectFrom('privacy.export').select(columns).where('id', '=', id).executeTakeFirst()

/** Returns the bytes of a finished export that wasn't deleted. */
export const exportBytes = async (
  db: Db,
  input: { id: string; accountId: string; completedAfter: Date; format: 'json' | 'csv' },
): Promise<Buffer | undefined> =>
  (
    await db
      .selectFrom('privacy.export')
      .select(`${input.format} as bytes`)
      .where('id', '=', input.id)
      .where('account_id', '=', input.accountId)
      .where('completed_at', '>', input.completedAfter)
      .executeTakeFirst()
  )?.bytes ?? undefined

export const insertExport = (tx: Tx, input: { id: string; accountId: string; locale: string; at: Date }) =>
  tx
    .insertInto('privacy.export')
    .values({
      id: input.id,
      account_id: input.accountId,
      locale: input.locale,
      requested_at: input.at,
      completed_at: null,
      json: null,
      csv: null,
    })
    .execute()

/** Renews the request of an unfinished export that was requested before `requestedBefore`. */
export const renewExport = (tx: Tx, id: string, input: { requestedBefore: Date; at: Date }) =>
  tx
    .updateTable('privacy.export')
    .set({ requested_at: input.at })
    .where('id', '=', id)
    .where('requested_at', '<=', input.requestedBefore)
    .execute()

/** Saves a finished export; returns false if another worker has made it. */
export const saveExport = async (
  tx: Tx,
  id: string,
  input: { json: Buffer; csv: Buffer; at: Date },
): Promise<boolean> =>
  (await tx
    .updateTable('privacy.export')
    .set({ json: input.json, csv: input.csv, completed_at: input.at })
    .where('id', '=', id)
    .where('completed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined

export const eraseExports = (tx: Tx, accountId: string) =>
  tx.deleteFrom('privacy.export').where('account_id', '=', accountId).execute()

export const deleteExports = (tx: Tx, before: Date) =>
  sql`delete from privacy.export where completed_at < ${before}`.execute(tx)

/** Returns unconfirmed accounts created before then, without donations or pending ones, oldest first. */
export const unconfirmedWithoutDonations = async (db: Db, before: Date, limit: number): Promise<string[]> =>
  (
    await sql<{ id: string }>`select a.id from identity.account a
      where a.email_confirmed_at is null and a.erased_at is null and a.created_at < ${before} and a.roles = '{}'
        and not exists (select from giving.donation d where d.account_id = a.id) and not exists (select from giving.claim c where c.account_id = a.id)
        and not exists (select from payments.intent i where i.scope = 'account:' || a.id and i.state in ('CREATED', 'REQUIRES_ACTION', 'PROCESSING'))
        and not exists (select from subscriptions.subscription p where p.account_id = a.id and p.state not in ('cancelled', 'ended'))
      order by a.created_at limit ${limit}`.execute(db)
  ).rows.map(({ id }) => id)
