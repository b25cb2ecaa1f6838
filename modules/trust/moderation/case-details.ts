import { one } from '#shared/collections.ts'
import { dayMs } from '#shared/time.ts'
import { entriesAbout } from '#modules/platform/audit/index.ts'
import { findReviewedCampaign } from '#modules/causes/campaigns/index.ts'
import { findCommentById } from '#modules/organizers/comments/index.ts'
import { type AccountViewer, contactsOf, listStaff } from '#modules/platform/identity/index.ts'
import { Problem } from '#shared/problem.ts'
import { isLocale, type Locale } from '#shared/text.ts'
import type { ModerationPorts } from './ports.ts'
import { type Case, findCase, adjacentCases, notesOf } from './queries/cases.ts'
import { reportsOf } from './queries/reports.ts'
import { evidenceOf } from './queries/evidence.ts'
import { findVerification } from './queries/zakat.ts'
import { personOf, rowsOf, kindsOfViewer } from './queue.ts'
import { decisionsOf } from './rules/decisions.ts'
import { kindsOf } from './rules/work.ts'
import { verificationDays } from './rules/zakat.ts'
import { contentFingerprint } from './content-fingerprint.ts'
import { subjects } from './subjects.ts'
import { decisionMailTexts, languageOf } from './mail-organizers.ts'
import { charityOfCase } from './charities/charity-case.ts'
import { evidenceView } from './zakat/zakat-evidence.ts'
import type { MatchForStaff } from '#modules/organizers/charities/index.ts'

/** Converts a screening match for its case: both sides, and the first of its two opinions. */
async function matchView(
  ports: ModerationPorts,
  viewer: AccountViewer,
  { match, charity, person, entry }: MatchForStaff,
) {
  const [first] = match.firstReviewedById ? await contactsOf(ports.db, [match.firstReviewedById]) : []
  return {
    subject: match.subject,
    screenedName: match.screenedName,
    charityCountry: charity.country,
    person: person
      ? {
          office: person.office,
          birthYear: person.birthYear,
          birthMonth: person.birthMonth,
          country: person.country,
        }
      : null,
    list: match.list,
    names: [...match.entryNames],
    source: match.entrySource,
    entry: entry ? { ...entry } : null,
    score: match.score,
    isVerified: charity.verificationState === 'verified',
    first: match.firstFinding
      ? {
          finding: match.firstFinding,
          by: first ? personOf(first).name : '',
          isOwn: match.firstReviewedById === viewer.accountId,
        }
      : null,
    approvals: ports.staffApprovals,
  }
}

/**
 * Returns everything for a decision: current and earlier texts, reports with reasons, timeline, notes, and possible
 * decisions.
 */
export async function loadCaseDetails(ports: ModerationPorts, viewer: AccountViewer, caseId: string) {
  const kinds = kindsOfViewer(viewer)
  const item = kinds.length > 0 ? await findCase(ports.db, caseId, kinds) : undefined
  if (!item) throw new Problem('not-found', 'case-not-found')
  const [subject, campaign, rows, reports, notes, entries, neighbours, staff] = await Promise.all([
    subjects[item.kind].describe(ports.db, item.subjectId, ports),
    findReviewedCampaign(ports.db, item.campaignId),
    rowsOf(ports.db, [item]),
    reportsOf(ports.db, caseId),
    notesOf(ports.db, caseId),
    entriesAbout(ports.db, `case:${caseId}`, 200),
    adjacentCases(ports.db, item, kinds),
    listStaff(ports.db),
  ])
  const names = new Map(
    (
      await contactsOf(ports.db, [
        ...new Set([
          ...notes.map(({ authorId }) => authorId),
          ...entries.flatMap(({ actorKind, actorId, ...entry }) => [
            ...(actorKind === 'account' && actorId ? [actorId] : []),
            ...assigneeIn(entry),
          ]),
        ]),
      ])
    ).map((person) => [person.id, personOf(person).name]),
  )
  const locale = await languageOf(ports.db, campaign)
  return {
    ...one(rows),
    subject: subject ? { title: subject.title, language: subject.language, href: subject.href } : null,
    texts: changedTextsOf({ ...subject?.before, ...item.snapshot }, subject?.texts ?? {}),
    seen: contentFingerprint(subject),
    reports: reports.map(({ id, reason, body, email, at }) => ({
      id,
      reason,
      text: body,
      email,
      at,
    })),
    notes: notes.map(({ id, authorId, body, at }) => ({
      id,
      by: names.get(authorId) ?? '',
      text: body,
      at,
    })),
    timeline: entries.toReversed().map((entry) => ({
      id: String(entry.id),
      act: entry.act,
      at: entry.at,
      by: entry.actorId ? (names.get(entry.actorId) ?? '') : '',
      to: assigneeIn(entry)
        .map((id) => names.get(id) ?? '')
        .join(''),
      details: entry.details,
    })),
    colleagues: staff
      .filter(({ id, roles }) => id !== viewer.accountId && kindsOf(roles).includes(item.kind))
      .map(personOf),
    decisions:
      item.state === 'decided' ? [] : decisionsOf[item.kind].map((decision) => decisionView(item, decision, locale)),
    // The email about a refund request is in the donor's language.
    lettersIn: item.kind === 'refund' && subject && isLocale(subject.language) ? subject.language : locale,
    zakat: item.kind === 'zakat' && item.state === 'open' ? await zakatOf(ports, item) : null,
    evidence:
      item.kind === 'zakat' ? (await evidenceOf(ports.db, item.campaignId, item.subjectId)).map(evidenceView) : [],
    charity: await charityOfCase(ports, viewer, item),
    match: subject?.match ? await matchView(ports, viewer, subject.match) : null,
    fundraiser: subject?.fundraiser ?? null,
    isPausedByStaff: item.decision === 'pause' && campaign?.status === 2 && campaign.pausedByStaffAt !== null,
    isHidden:
      item.kind === 'comment' &&
      item.decision === 'hide' &&
      (await findCommentById(ports.db, item.subjectId))?.hiddenBy === 'staff',
    before: neighbours.before,
    after: neighbours.after,
  }
}

const assigneeIn = ({
  act,
  details,
}: {
  readonly act: string
  readonly details: Readonly<Record<string, unknown>>
}): string[] => (act === 'moderation.case-assigned' && typeof details.after === 'string' ? [details.after] : [])

/** Pairs the earlier with the current texts; a text that isn't among the earlier ones has no earlier version. */
function changedTextsOf(before: Readonly<Record<string, string>>, now: Readonly<Record<string, string>>) {
  return [...new Set([...Object.keys(now), ...Object.keys(before)])].map((name) => ({
    name,
    before: before[name] ?? null,
    now: now[name] ?? '',
  }))
}

const decisionView = ({ kind }: Case, decision: (typeof decisionsOf)[Case['kind']][number], locale: Locale) => ({
  key: decision.key,
  effect: decision.effect,
  mails: decision.mails,
  hasLetter: decision.letter !== undefined,
  subject: decision.letter ? decisionMailTexts(locale)(`${kind}.${decision.key}.title`) : '',
  templates: (decision.letter?.templates ?? []).map((key) => ({
    key,
    text: decisionMailTexts(locale)(`template.${key}`),
  })),
})

async function zakatOf(ports: ModerationPorts, { subjectId }: Case) {
  const verification = await findVerification(ports.db, subjectId)
  const until = new Date(ports.clock().getTime() + verificationDays.usual * dayMs)
  return verification
    ? {
        categories: [...verification.categories],
        links: [...verification.links],
        expiresOn: until.toISOString().slice(0, 10),
      }
    : null
}
