import { ownedIds } from '#modules/money/giving/index.ts'

/** Queries for the export: words, fundraisers, charities, requests, consents and mails. `$1` is the account, amounts are in minor units. */
export const activitySubjects: Readonly<Record<string, string>> = {
  wordsOfSupport: `
    select body as text, display_name as "publicName", display_place as "publicPlace", created_at as "writtenAt"
    from comments.comment
    where author_id = $1::uuid or donation_id in (${ownedIds('$1')})
    order by created_at
  `,
  charityNotes: `
    select o.name as charity, n.body as text, n.written_at as "writtenAt"
    from charity_donors.note n
    join organizations.organization o on o.id = n.organization_id
    where n.donation_id in (${ownedIds('$1')})
    order by n.written_at
  `,
  charityTags: `
    select o.name as charity, t.name as tag, t.added_at as "addedAt"
    from charity_donors.tag t
    join organizations.organization o on o.id = t.organization_id
    where t.donation_id in (${ownedIds('$1')})
    order by t.added_at
  `,
  charityMerges: `
    select o.name as charity, m.is_same as "isSame", m.decided_at as "decidedAt"
    from charity_donors.merge_decision m
    join organizations.organization o on o.id = m.organization_id
    where m.donation_id in (${ownedIds('$1')}) or m.other_donation_id in (${ownedIds('$1')})
    order by m.decided_at
  `,
  charityMergesDecided: `
    select o.name as charity, m.is_same as "isSame", m.decided_at as "decidedAt"
    from charity_donors.merge_decision m
    join organizations.organization o on o.id = m.organization_id
    where m.decided_by = $1::uuid
    order by m.decided_at
  `,
  charityNotesWritten: `
    select o.name as charity, n.written_at as "writtenAt"
    from charity_donors.note n
    join organizations.organization o on o.id = n.organization_id
    where n.author_id = $1::uuid
    order by n.written_at
  `,
  givingList: `
    select c.name as fundraiser, f.added_at as "addedAt"
    from favourites.favourite f
    join campaigns.campaign c on c.id = f.campaign_id
    where f.account_id = $1::uuid
    order by f.added_at
  `,
  teams: `
    select
      c.name as fundraiser,
      m.role,
      m.public_name as "publicName",
      m.public_role as "publicRole",
      m.added_at as "addedAt"
    from campaigns.team_member m
    join campaigns.campaign c on c.id = m.campaign_id
    where m.account_id = $1::uuid
    order by m.added_at
  `,
  supporterPages: `
    select
      r.name as fundraiser,
      c.name as title,
      c.organizer_name as "supporterName",
      c.story,
      c.goal,
      c.currency,
      g.state,
      g.is_on_leaderboard as "isOnLeaderboard",
      g.opened_at as "openedAt"
    from supporter_pages.page g
    join campaigns.campaign c on c.id = g.campaign_id
    join campaigns.campaign r on r.id = g.root_id
    where g.account_id = $1::uuid
    order by g.opened_at
  `,
  charities: `
    select o.name as charity, m.role, m.added_at as "addedAt"
    from organizations.member m
    join organizations.organization o on o.id = m.organization_id
    where m.account_id = $1::uuid
    order by m.added_at
  `,
  news: `
    select c.name as fundraiser, n.title, n.published_at as "publishedAt"
    from campaigns.news n
    join campaigns.campaign c on c.id = n.campaign_id
    where n.author_id = $1::uuid
    order by n.published_at
  `,
  reports: `
    select c.name as fundraiser, r.reason, r.body as text, r.email, r.reported_at as "reportedAt"
    from moderation.report r
    join moderation.case k on k.id = r.case_id
    join campaigns.campaign c on c.id = k.campaign_id
    where r.account_id = $1::uuid
      or exists (
        select
        from identity.mailbox m
        where m.account_id = $1::uuid and lower(r.email) = m.email_key and r.reported_at <@ m.valid_during
      )
    order by r.reported_at
  `,
  zakatRequests: `
    select c.name as fundraiser, v.state, v.categories, v.note, v.links, v.requested_at as "requestedAt"
    from moderation.zakat_verification v
    join campaigns.campaign c on c.id = v.campaign_id
    where v.requested_by_account_id = $1::uuid
    order by v.requested_at
  `,
  zakatEvidence: `
    select c.name as fundraiser, e.description, e.kind, e.added_at as "addedAt"
    from moderation.evidence e
    join campaigns.campaign c on c.id = e.campaign_id
    where e.added_by_account_id = $1::uuid
    order by e.added_at
  `,
  zakatDistributionsReported: `
    select
      c.name as fundraiser,
      d.distributed_on as "distributedOn",
      d.currency,
      d.amount,
      d.country,
      d.category,
      d.people,
      d.description,
      d.state,
      d.reported_at as "reportedAt"
    from zakat.distribution d
    join campaigns.campaign c on c.id = d.campaign_id
    where d.reported_by = $1::uuid
    order by d.reported_at
  `,
  zakatReassignmentRequests: `
    select donation_id as "donationId", note, requested_at as "requestedAt", answer, answered_at as "answeredAt"
    from zakat.reassignment_request
    where account_id = $1::uuid
    order by requested_at
  `,
  offlineDonationsEntered: `
    select
      c.name as fundraiser,
      f.received_on as "receivedOn",
      f.currency,
      f.amount,
      f.method,
      f.state,
      f.entered_at as "enteredAt"
    from organizing.offline_donation f
    join campaigns.campaign c on c.id = f.campaign_id
    where f.entered_by = $1::uuid
    order by f.entered_at
  `,
  thankYouMessagesSent: `
    select c.name as fundraiser, t.sent_at as "sentAt"
    from organizing.thank_you_message t
    join campaigns.campaign c on c.id = t.campaign_id
    where t.sent_by = $1::uuid
    order by t.sent_at
  `,
  referralLinks: `
    select
      c.name as fundraiser,
      r.code,
      r.created_at as "createdAt",
      (select count(*) from referrals.referral f where f.referer_id = r.id and f.refunded_amount < f.gift) as donations
    from referrals.referer r
    left join campaigns.campaign c on c.id = r.campaign_id
    where r.account_id = $1::uuid
    order by r.created_at
  `,
  draftsOfFundraisers: `
    select c.name as fundraiser, d.version, d.changed_at as "changedAt"
    from fundraising.draft d
    join campaigns.campaign c on c.id = d.campaign_id
    where d.changed_by = $1::uuid
    order by d.changed_at
  `,
  editsOfFundraisers: `
    select c.name as fundraiser, r.revised_at as "revisedAt", r.before, r.after
    from fundraising.revision r
    join campaigns.campaign c on c.id = r.campaign_id
    where r.author_id = $1::uuid
    order by r.revised_at
  `,
  fundraisersSubmitted: `
    select c.name as fundraiser, s.submitted_at as "submittedAt", s.decided_at as "decidedAt", s.decision, s.reason
    from fundraising.submission s
    join campaigns.campaign c on c.id = s.campaign_id
    where s.submitted_by = $1::uuid
    order by s.submitted_at
  `,
  fundraisersDecided: `
    select c.name as fundraiser, s.decided_at as "decidedAt", s.decision, s.reason
    from fundraising.submission s
    join campaigns.campaign c on c.id = s.campaign_id
    where s.decided_by = $1::uuid
    order by s.decided_at
  `,
  invitations: `
    select
      coalesce(c.name, o.name) as "to",
      i.role,
      i.invited_at as "invitedAt",
      i.ended_at as "endedAt",
      case when i.invited_by = $1::uuid then i.email end as "invitedByYou"
    from fundraising.invitation i
    left join campaigns.campaign c on c.id = i.campaign_id
    left join organizations.organization o on o.id = i.organization_id
    where i.invited_by = $1::uuid
      or i.email_key in (
        select m.email_key from identity.mailbox m where m.account_id = $1::uuid and i.invited_at <@ m.valid_during
      )
    order by i.invited_at
  `,
  qurbaniReminders: `
    select r.email, r.hijri_year as "hijriYear", r.created_at as "requestedAt"
    from identity.mailbox m
    join qurbani.reminder r on r.email = m.email_key and r.created_at <@ m.valid_during
    where m.account_id = $1::uuid
    order by r.created_at
  `,
  pictures: `
    select id, width, height, bytes, uploaded_at as "uploadedAt", used_at as "firstShownAt"
    from media.picture
    where account_id = $1::uuid
    order by uploaded_at
  `,
  consents: `
    select purpose, is_given as "isGiven", text_version as "textVersion", locale, recorded_at as "recordedAt"
    from privacy.consent
    where account_id = $1::uuid
    order by id
  `,
  mails: `
    select m.kind, m.subject, m.created_at as "writtenAt"
    from identity.mailbox b
    join notifications.mail m on lower(m.to_address) = b.email_key and m.created_at <@ b.valid_during
    where b.account_id = $1::uuid
    order by m.created_at
  `,
  auditLog: `
    select act, happened_at as at, ip
    from audit.entry
    where actor_id = $1::uuid::text or object = 'account:' || $1::uuid::text
    order by id
  `,
}
