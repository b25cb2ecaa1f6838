import type { Fault } from '#shared/problem.ts'
import type { CaseKind } from './score.ts'

/**
 * Who is emailed about a decision: the organizers of the fundraiser, the donor if they gave an address, the owners and
 * admins of the charity (`applicant`: only while its application is open), or its owners and the people concerned.
 */
export const mailRecipients = ['organizer', 'donor', 'charity', 'applicant', 'owners'] as const
type MailRecipient = (typeof mailRecipients)[number]

/** A possible decision. `approve`: the subject is kept or granted; `reject`: it is removed or refused. */
export type CaseDecision = {
  readonly key: string
  readonly effect: 'approve' | 'reject'
  /** Who is emailed, by this module or the subject's own; null: no one. */
  readonly mails: MailRecipient | null
  /**
   * The letter that is sent, with the templates to choose from (`locales/en/trust/moderation-mails.json`). `isOwn`: the
   * subject's own module sends it; a rejection requires a text.
   */
  readonly letter?: { readonly templates: readonly string[]; readonly isOwn?: true }
}

/** Decisions by case kind. The first of each effect has the keyboard shortcut A or R. */
export const decisionsOf: Readonly<Record<CaseKind, readonly CaseDecision[]>> = {
  fundraiser: [
    { key: 'publish', effect: 'approve', mails: 'organizer' },
    {
      key: 'send-back',
      effect: 'reject',
      mails: 'organizer',
      letter: { templates: ['story', 'picture', 'claims', 'identity'], isOwn: true },
    },
  ],
  edit: [
    { key: 'accept', effect: 'approve', mails: null },
    { key: 'warn', effect: 'reject', mails: 'organizer', letter: { templates: ['story', 'picture', 'claims'] } },
    {
      key: 'pause',
      effect: 'reject',
      mails: 'organizer',
      letter: { templates: ['story', 'picture', 'claims', 'identity'] },
    },
  ],
  refund: [
    { key: 'grant', effect: 'approve', mails: 'donor' },
    { key: 'refuse', effect: 'reject', mails: 'donor', letter: { templates: [], isOwn: true } },
  ],
  zakat: [
    { key: 'approve', effect: 'approve', mails: 'organizer', letter: { templates: [] } },
    {
      key: 'decline',
      effect: 'reject',
      mails: 'organizer',
      letter: { templates: ['evidence', 'category', 'purpose'] },
    },
  ],
  report: [
    { key: 'dismiss', effect: 'approve', mails: null },
    { key: 'warn', effect: 'reject', mails: 'organizer', letter: { templates: ['story', 'picture', 'claims'] } },
    { key: 'pause', effect: 'reject', mails: 'organizer', letter: { templates: ['story', 'identity', 'claims'] } },
  ],
  charity: [
    { key: 'verify', effect: 'approve', mails: 'charity' },
    {
      key: 'return',
      effect: 'reject',
      mails: 'charity',
      letter: { templates: ['documents', 'registration', 'people'], isOwn: true },
    },
    {
      key: 'reject',
      effect: 'reject',
      mails: 'charity',
      letter: { templates: ['registration', 'authority', 'purpose-unfit'], isOwn: true },
    },
  ],
  payment: [
    // The warned-of payment is what is kept or refused, so the key A never chooses the refund.
    { key: 'keep-payment', effect: 'approve', mails: null },
    { key: 'refund-payment', effect: 'reject', mails: 'donor' },
  ],
  ownership: [
    { key: 'apply', effect: 'approve', mails: 'owners', letter: { templates: [], isOwn: true } },
    { key: 'refuse-change', effect: 'reject', mails: 'owners', letter: { templates: [], isOwn: true } },
  ],
  name: [
    { key: 'allow', effect: 'approve', mails: 'charity', letter: { templates: [] } },
    { key: 'keep-name', effect: 'reject', mails: 'charity', letter: { templates: [] } },
  ],
  match: [
    { key: 'other-person', effect: 'approve', mails: null },
    { key: 'same-person', effect: 'reject', mails: 'applicant' },
  ],
  comment: [
    { key: 'keep', effect: 'approve', mails: null },
    { key: 'hide', effect: 'reject', mails: null },
  ],
}

export const reasonMax = 2000

export const findDecision = (kind: CaseKind, key: string): CaseDecision | undefined =>
  decisionsOf[kind].find((decision) => decision.key === key)

/** Validates a decision before anything changes. */
export function checkDecision(
  kind: CaseKind,
  input: {
    readonly decision: string
    readonly reason: string
    readonly template?: string | undefined
    readonly message?: string | undefined
  },
): Readonly<Record<string, Fault>> {
  const faults: Record<string, Fault> = {}
  const decision = findDecision(kind, input.decision)
  if (!decision) faults.decision = { code: 'decision-missing' }
  if (input.reason.trim() === '') faults.reason = { code: 'reason-missing' }
  else if (Array.from(input.reason).length > reasonMax)
    faults.reason = { code: 'text-too-long', params: { max: reasonMax } }
  if (Array.from(input.message ?? '').length > reasonMax)
    faults.message = { code: 'text-too-long', params: { max: reasonMax } }
  else if (decision?.letter?.isOwn && decision.effect === 'reject' && !input.template && !input.message?.trim())
    faults.message = { code: 'letter-missing' }
  if (input.template && !decision?.letter?.templates.includes(input.template))
    faults.template = { code: 'invalid-value' }
  return faults
}
